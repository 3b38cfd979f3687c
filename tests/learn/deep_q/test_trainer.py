"""Deep Q learning as a whole: it goes on from what was saved to the same bits, and counts as it should."""

import numpy as np
import pytest

from magnate.learn.deep_q import DeepQ, Linear, Settings, with_outputs

from .made import layers, same, transitions

SETTINGS = Settings(batch=16, capacity=50, copy_every=3, double=True, epsilon=Linear(1.0, 0.0, 20))


def made(seed=1, first=0, settings=SETTINGS):
    return DeepQ(layers(3, 8, 4, seed=first), seed, settings)


def goes_on(trainer, steps):
    """Some steps of everything that changes a trainer; what it did."""
    done = []
    for _ in range(steps):
        number = trainer.episodes
        batch = transitions(9, seed=number)
        done += [trainer.epsilon, *trainer.act(batch.observation, batch.mask, number)]
        if number % 4 == 0:
            done.append(trainer.study(transitions(40, seed=1000 + number)))
        trainer.remember(batch)
        done.append(trainer.practise())
        trainer.end_episode()
    return done


@pytest.mark.parametrize("cut", [0, 1, 5, 6, 10])
def test_it_goes_on_to_the_same_bits(cut):
    straight, resumed = made(), made(first=7)
    goes_on(straight, cut)
    resumed.restore(straight.tensors())
    assert goes_on(straight, 13 - cut) == goes_on(resumed, 13 - cut)
    assert same(straight.tensors(), resumed.tensors())


def test_the_same_seed_gives_the_same_bits_and_another_one_others():
    runs = [made(seed) for seed in (1, 1, 2)]
    one, again, other = (goes_on(run, 6) for run in runs)
    assert one == again
    assert one != other
    assert same(runs[0].tensors(), runs[1].tensors())


def test_what_was_saved_does_not_change_any_more():
    trainer = made()
    goes_on(trainer, 2)
    saved, again = trainer.tensors(), trainer.tensors()
    goes_on(trainer, 2)
    assert same(saved, again)


def test_outputs_are_moved_by_their_names():
    """One of four outputs is gone, with the transitions of its action; a new one begins at 0."""
    trainer, other = made(), DeepQ(layers(3, 8, 4), 1, SETTINGS)
    goes_on(trainer, 6)
    saved = trainer.tensors()
    moved = with_outputs(saved, ("a", "b", "c", "d"), ("d", "new", "a", "b"))
    other.restore(moved)
    kept = saved["replay.action"] != 2
    assert len(other.replay) == kept.sum() < len(kept)
    assert other.tensors()["replay.action"].tolist() == [[2, 3, -1, 0][one] for one in saved["replay.action"][kept]]
    assert same({"mask": moved["replay.mask"][:, [2, 3, 0]]}, {"mask": saved["replay.mask"][kept][:, [0, 1, 3]]})
    assert not moved["replay.mask"][:, 1].any()
    inputs = np.ones((1, 3))
    assert other.learner.values(inputs)[0, [2, 3, 0]].tolist() == trainer.learner.values(inputs)[0, [0, 1, 3]].tolist()
    assert other.learner.values(inputs)[0, 1] == 0.0
    assert moved["learner.adam.1.weight.exp_avg"].shape == (8, 4)
    assert other.practise() > 0.0


def is_copied(trainer):
    saved = trainer.learner.tensors()
    return all(
        np.array_equal(array, saved[name.replace("target", "network")])
        for name, array in saved.items()
        if name.startswith("target")
    )


def test_the_target_network_is_copied_every_so_many_episodes():
    trainer, copied = made(), []
    trainer.remember(transitions(40))
    for _ in range(7):
        trainer.practise()
        trainer.end_episode()
        copied.append(is_copied(trainer))
    assert copied == [False, False, True, False, False, True, False]


def test_a_study_is_one_pass_over_all_transitions():
    # 40 transitions are batches of 16, 16 and 8; after the third update the target network is copied
    trainer, seen = made(), []
    learn = trainer.learner.learn
    trainer.learner.learn = lambda batch: seen.append(batch) or learn(batch)
    given = transitions(40)
    loss = trainer.study(given)
    assert [len(batch) for batch in seen] == [16, 16, 8]
    assert sorted(np.concatenate([batch.reward for batch in seen])) == sorted(given.reward)
    assert np.isfinite(loss)
    assert (trainer.updates, trainer.episodes, len(trainer.replay)) == (3, 0, 0)
    assert is_copied(trainer)


def test_studies_and_practice_lower_the_loss():
    trainer = made(settings=Settings(batch=16, learning_rate=0.01))
    given = transitions(200)
    first = trainer.study(given)
    for _ in range(10):
        last = trainer.study(given)
    assert last < first
    trainer.remember(given)
    assert np.mean([trainer.practise() for _ in range(30)]) < first

"""Curves: of metrics, as a page, and for TensorBoard."""

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from magnate.learn.config import from_text
from magnate.learn.run_dir import Run
from magnate.learn.training import TensorBoard, curves_of, page, thinned, train
from magnate.plots import line_chart

LINES = [
    {"step": 1, "seconds": 2.0, "loss": 0.7, "extra": 1.0},
    {"step": 2, "seconds": 2.0, "loss": None, "extra": 2.0},
]


def test_each_metric_is_a_curve_with_its_meaning() -> None:
    loss, extra = curves_of(LINES, {"loss": "less is better"})
    assert (loss.name, loss.about, loss.points) == ("loss", "less is better", ((1, 0.7),))  # null is left out
    assert (extra.heading, extra.about, extra.points) == ("Extra", "", ((1, 1.0), (2, 2.0)))
    assert curves_of([], {"loss": ""}) == []


def test_many_points_become_means_of_neighbours() -> None:
    points = tuple((float(step), float(step % 2)) for step in range(1000))
    few = thinned(points, 100)
    assert len(few) == 100
    assert {value for _, value in few} == {0.5}
    assert thinned(points[:5], 100) == list(points[:5])


def test_a_chart_shows_its_last_value_and_one_point_is_enough() -> None:
    drawn = line_chart("Loss", [(1, 0.75), (2, 0.5), (3, 0.61237)], "step").inline()
    assert ">0.6124<" in drawn
    assert drawn.count("<circle") == 3
    assert "<polyline" in line_chart("Loss", [(1, 0.75)], "step").inline()
    assert "e−" not in line_chart("Capped", [(1, 0.0), (2, 0.0)], "step").inline()
    assert line_chart("Loss", [(float(n), 0.0) for n in range(200)], "step").inline().count("<circle") == 0


def test_the_page_needs_nothing_else_and_escapes(walk, tmp_path) -> None:
    run = Run.create(tmp_path / "run", from_text(walk, "<b>walk</b>"))
    assert "No step is done yet." in page(run)
    train(run, run.configuration.game(), [])
    html = page(run)
    for text in ("Training &lt;b&gt;walk", "where the walk is", "20 of 20 steps", "finished", 'method = "counting"'):
        assert text in html
    for outside in ("http://", "https://", "<script", "<link", "<img", "@import"):
        assert outside not in html.replace("http://www.w3.org/2000/svg", "")


def test_tensorboard_reads_all_steps_also_after_a_resume(walk, tmp_path) -> None:
    run = Run.create(tmp_path / "run", from_text(walk, "walk"))
    for _ in range(2):
        board = TensorBoard(run.path / "tensorboard")
        train(run, run.configuration.game(), [board])
        board.close()
        found = EventAccumulator(str(run.path / "tensorboard"))
        found.Reload()
        assert set(found.Tags()["scalars"]) == {"place", "seconds"}
        places = [(one.step, one.value) for one in found.Scalars("place")]
        assert places == [(line["step"], pytest.approx(line["place"])) for line in run.metrics()]
        assert len(places) == 20

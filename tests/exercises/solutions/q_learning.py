import random

EPISODES = 150_000


def learn(target, seed):
    draws = random.Random(seed).random
    rolling = [[[0.6] * target for _ in range(target)] for _ in range(target)]
    holding = [[[0.5] * target for _ in range(target)] for _ in range(target)]

    def begin(mine, other):
        return max(rolling[mine][other][0], holding[mine][other][0])

    for episode in range(EPISODES):
        points = [int(draws() * target), int(draws() * target)] if draws() < 0.5 else [0, 0]
        seat, total, rate = 0, 0, 0.3 * (1 - episode / EPISODES) + 0.01
        while points[seat] + total < target:
            mine, other = points[seat], points[1 - seat]
            roll, hold = rolling[mine][other], holding[mine][other]
            explores = draws() < 0.2
            if draws() < 0.5 if explores else roll[total] >= hold[total]:
                face = 1 + int(6 * draws())
                if face == 1:
                    roll[total] += rate * (1 - begin(other, mine) - roll[total])
                    seat, total = 1 - seat, 0
                    continue
                after = total + face
                result = 1.0 if mine + after >= target else max(roll[after], hold[after])
                roll[total] += rate * (result - roll[total])
                total = after
            else:
                hold[total] += rate * (1 - begin(other, mine + total) - hold[total])
                points[seat] = mine + total
                seat, total = 1 - seat, 0
    pairs = [[zip(rolling[m][o], holding[m][o], strict=True) for o in range(target)] for m in range(target)]
    return [[[roll >= hold for roll, hold in both] for both in line] for line in pairs]

import random
from math import log, sqrt


class Node:
    def __init__(self, position, parent=None, action=None):
        self.position, self.parent, self.action = position, parent, action
        self.untried = [] if position.is_over else list(position.legal_ids())
        self.children, self.visits, self.won = [], 0, 0.0

    def best(self):
        return max(
            self.children, key=lambda child: child.won / child.visits + sqrt(2 * log(self.visits) / child.visits)
        )


def uct(position, simulations, seed):
    draws, root = random.Random(seed), Node(position)
    for _ in range(simulations):
        node = root
        while not node.untried and node.children:
            node = node.best()
        if node.untried:
            action = node.untried.pop(draws.randrange(len(node.untried)))
            node.children.append(Node(node.position.copy().apply(action), node, action))
            node = node.children[-1]
        playout = node.position.copy()
        while not playout.is_over:
            playout.apply(draws.choice(playout.legal_ids()))
        shares = playout.utility()
        while node is not None:
            node.visits += 1
            if node.parent is not None:
                node.won += shares[node.parent.position.to_move]
            node = node.parent
    return max(root.children, key=lambda child: child.visits).action

from math import inf


def alphabeta(position, alpha=-inf, beta=inf):
    if position.is_over:
        return position.utility()[0], 1
    best, visited = (-inf if position.to_move == 0 else inf), 1
    for action in position.legal_ids():
        value, below = alphabeta(position.copy().apply(action), alpha, beta)
        visited += below
        if position.to_move == 0:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if alpha >= beta:
            break
    return best, visited

import magnate


def expectiminimax(position):
    if position.is_over:
        return position.utility()[0]
    if position.to_move == magnate.CHANCE:
        return sum(one.probability * expectiminimax(position.copy().apply(one.id)) for one in position.outcomes())
    values = [expectiminimax(position.copy().apply(action)) for action in position.legal_ids()]
    return max(values) if position.to_move == 0 else min(values)

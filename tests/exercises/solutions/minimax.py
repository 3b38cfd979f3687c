def minimax(position):
    if position.is_over:
        return position.utility()[0]
    values = [minimax(position.copy().apply(action)) for action in position.legal_ids()]
    return max(values) if position.to_move == 0 else min(values)

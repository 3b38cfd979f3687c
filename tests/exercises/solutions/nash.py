def pure(a, b):
    return [
        (i, j)
        for i in range(len(a))
        for j in range(len(a[0]))
        if all(a[k][j] <= a[i][j] for k in range(len(a))) and all(b[i][k] <= b[i][j] for k in range(len(a[0])))
    ]


def mixed(a, b):
    found = pure(a, b)
    if found:
        i, j = found[0]
        return [float(k == i) for k in range(2)], [float(k == j) for k in range(2)]
    p = (b[1][1] - b[1][0]) / (b[0][0] - b[0][1] - b[1][0] + b[1][1])
    q = (a[1][1] - a[0][1]) / (a[0][0] - a[0][1] - a[1][0] + a[1][1])
    return [p, 1 - p], [q, 1 - q]

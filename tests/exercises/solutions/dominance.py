def eliminate(a, b):
    rows, columns = list(range(len(a))), list(range(len(a[0])))
    while True:
        bad_rows = [i for i in rows if any(all(a[k][j] > a[i][j] for j in columns) for k in rows)]
        bad_columns = [j for j in columns if any(all(b[i][k] > b[i][j] for i in rows) for k in columns)]
        if not bad_rows and not bad_columns:
            return rows, columns
        rows = [i for i in rows if i not in bad_rows]
        columns = [j for j in columns if j not in bad_columns]

"""docs/touch-model.md, section 6: which anonymous contact is which finger."""

import math

inf = math.inf


def assign(rows, columns, cost):
    """The assignment of all rows with the least sum; of equal sums the one that section 6 gives. rows <= columns."""
    row_of, u, v = [-1] * columns, [0.0] * rows, [0.0] * columns
    for start in range(rows):
        slack, previous, visited = [inf] * columns, [-1] * columns, [False] * columns
        row, column = start, -1
        while True:
            nearest = -1
            for c in range(columns):
                if visited[c]:
                    continue
                reduced = cost(row, c) - u[row] - v[c]
                if reduced < slack[c]:
                    slack[c], previous[c] = reduced, column
                if nearest < 0 or slack[c] < slack[nearest]:
                    nearest = c
            delta = slack[nearest]
            u[start] += delta
            for c in range(columns):
                if visited[c]:
                    u[row_of[c]] += delta
                    v[c] -= delta
                else:
                    slack[c] -= delta
            column = nearest
            visited[column] = True
            row = row_of[column]
            if row < 0:
                break
        while column >= 0:
            before = previous[column]
            row_of[column] = row_of[before] if before >= 0 else start
            column = before
    return row_of


def pairs(new, old):
    """Pairs (index in new, index in old) of positions that are one finger."""
    distance = lambda i, j: math.sqrt((new[i][0] - old[j][0]) ** 2 + (new[i][1] - old[j][1]) ** 2)
    if not new or not old:
        return []
    nearest = [min(range(len(old)), key=lambda j: distance(i, j)) for i in range(len(new))]
    if len(new) <= len(old) and len(set(nearest)) == len(nearest):
        return list(enumerate(nearest))
    if max(len(new), len(old)) > 64:
        return greedy(len(new), len(old), distance)
    if len(new) <= len(old):
        return [(row, column) for column, row in enumerate(assign(len(new), len(old), distance)) if row >= 0]
    assigned = assign(len(old), len(new), lambda row, column: distance(column, row))
    return [(column, row) for column, row in enumerate(assigned) if row >= 0]


def greedy(new, old, distance):
    free, result = list(range(old)), []
    for i in range(new):
        if free:
            j = min(free, key=lambda j: distance(i, j))
            free.remove(j)
            result.append((i, j))
    return result

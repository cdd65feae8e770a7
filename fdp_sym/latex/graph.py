r"""Which entry uses which, as TikZ pictures in layers: what is used stands on the left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import mean

__all__ = ["components", "dependency_picture", "flow_picture"]

# points, for letters of ten points: a letter, between columns, between rows, between lines
_LETTER, _GAP, _ROW, _BEND = 3.6, 18.0, 12.0, 4.0
_SIZE, _WIDTH = 8.5, 450.0  # points: letters where the page is wide enough, and its width

Uses = Mapping[str, Iterable[str]]
Node = tuple[str, ...]  # (entry,), or (used, user, layer) where an arrow passes a layer


def components(names: Sequence[str], uses: Uses) -> list[list[str]]:
    """Entries that belong together, the largest first; those that stand alone are left out.

    Examples
    --------
    >>> components(["a", "b", "c", "d"], {"b": ["a", "elsewhere"], "c": [], "d": ["b"]})
    [['a', 'b', 'd']]
    """
    leader = {name: name for name in names}

    def lead(name: str) -> str:
        while leader[name] != name:
            name = leader[name]
        return name

    for name in names:
        for used in uses.get(name, ()):
            if used in leader:
                leader[lead(used)] = lead(name)
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(lead(name), []).append(name)
    return sorted((g for g in groups.values() if len(g) > 1), key=lambda g: -len(g))


def dependency_picture(names: Sequence[str], uses: Uses) -> str:
    r"""One component as a picture; an arrow that others imply is left out.

    The document defines ``\dependency{id}``, which prints a node, and the style ``dependency``
    with the size of its letters, by a tenth of which the picture is scaled.

    Examples
    --------
    >>> print(dependency_picture(["a", "b"], {"b": ["a"]}))
    \begin{tikzpicture}[dependency=8.5]
    \node at (0, 0) {\dependency{a}};
    \node at (21.6, 0) {\dependency{b}};
    \draw (3.6, 0) to[out=0, in=180] (21.6, 0);
    \end{tikzpicture}
    """
    arrows = _reduced(names, uses)
    layers = _layers(names, arrows)
    chains = [_chain(used, user, layers) for user in names for used in arrows[user]]
    columns = _columns(names, layers, chains)
    heights = _heights(columns, chains)
    widths = [max(_LETTER * len(n[0]) for n in column if len(n) == 1) for column in columns]
    lefts = [sum(widths[:k]) + k * _GAP for k in range(len(columns))]
    size = min(_SIZE, 10 * _WIDTH / (lefts[-1] + widths[-1]))
    lines = [
        rf"\node at ({lefts[layers[name]]:.4g}, {heights[name,]:.4g}) {{\dependency{{{name}}}}};"
        for column in columns
        for name in (node[0] for node in column if len(node) == 1)
    ]
    for chain in chains:
        start, *between, end = chain
        path = f"({lefts[layers[start[0]]] + _LETTER * len(start[0]):.4g}, {heights[start]:.4g})"
        for node in between:
            left = lefts[int(node[2])]
            path += f" to[out=0, in=180] ({left:.4g}, {heights[node]:.4g})"
            path += f" -- ({left + widths[int(node[2])]:.4g}, {heights[node]:.4g})"
        path += f" to[out=0, in=180] ({lefts[layers[end[0]]]:.4g}, {heights[end]:.4g})"
        lines.append(rf"\draw {path};")
    head = rf"\begin{{tikzpicture}}[dependency={size:.3g}]"
    return "\n".join([head, *lines, r"\end{tikzpicture}"])


def flow_picture(
    left: Mapping[str, str], right: Mapping[str, str], flows: Mapping[tuple[str, str], int]
) -> str:
    """Two columns of names with their texts, and how often one on the left uses one on the right.

    The document defines the style ``flow``.
    """
    columns: list[list[Node]] = [[(name,) for name in left], [(name, "") for name in right]]
    chains: list[list[Node]] = [[(a,), (b, "")] for a, b in flows]
    _settle(columns, chains)
    heights = {
        node: 17.0 * ((len(column) - 1) / 2 - place)
        for column in columns
        for place, node in enumerate(column)
    }
    lines = [
        rf"\node[anchor=east] at (0, {heights[name,]:.4g}) {{{text}}};"
        for name, text in left.items()
    ]
    lines += [
        rf"\node[anchor=west] at (120, {heights[name, '']:.4g}) {{{text}}};"
        for name, text in right.items()
    ]
    for (a, b), number in flows.items():
        width = 0.4 * min(number, 20) ** 0.5
        lines.append(
            rf"\draw[line width={width:.2f}pt] (0, {heights[a,]:.4g}) to[out=0, in=180] "
            rf"(120, {heights[b, '']:.4g});"
        )
    return "\n".join([r"\begin{tikzpicture}[flow]", *lines, r"\end{tikzpicture}"])


# -- layers ----------------------------------------------------------------------------------------


def _reduced(names: Sequence[str], uses: Uses) -> dict[str, list[str]]:
    """What each uses directly and not already by way of something else that it uses."""
    inside = {n: [u for u in dict.fromkeys(uses.get(n, ())) if u in names] for n in names}
    below: dict[str, set[str]] = {}

    def all_below(name: str) -> set[str]:
        if name not in below:
            below[name] = set(inside[name]).union(*map(all_below, inside[name]))
        return below[name]

    return {
        n: [u for u in used if not any(u in all_below(v) for v in used)]
        for n, used in inside.items()
    }


def _layers(names: Sequence[str], arrows: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Layers: each as far left as what it uses allows, then as close to its users as it can be."""
    layers: dict[str, int] = {}

    def layer(name: str) -> int:
        if name not in layers:
            layers[name] = max((layer(used) + 1 for used in arrows[name]), default=0)
        return layers[name]

    for name in sorted(names, key=layer, reverse=True):
        users = [layers[user] for user in names if name in arrows[user]]
        if users and not arrows[name]:
            layers[name] = min(users) - 1
    return layers


def _chain(used: str, user: str, layers: Mapping[str, int]) -> list[Node]:
    """An arrow with a node in every layer that it passes."""
    between = range(layers[used] + 1, layers[user])
    return [(used,), *((used, user, str(layer)) for layer in between), (user,)]


def _columns(
    names: Sequence[str], layers: Mapping[str, int], chains: Sequence[Sequence[Node]]
) -> list[list[Node]]:
    columns: list[list[Node]] = [[] for _ in range(max(layers.values()) + 1)]
    for name in names:
        columns[layers[name]].append((name,))
    for chain in chains:
        for node in chain[1:-1]:
            columns[int(node[2])].append(node)
    _settle(columns, chains)
    return columns


def _neighbours(chains: Iterable[Sequence[Node]]) -> dict[Node, list[Node]]:
    found: dict[Node, list[Node]] = {}
    for chain in chains:
        for a, b in pairwise(chain):
            found.setdefault(a, []).append(b)
            found.setdefault(b, []).append(a)
    return found


def _settle(columns: list[list[Node]], chains: Sequence[Sequence[Node]]) -> None:
    """Order every column by where its neighbours stand, back and forth, keeping the best."""
    beside, best, fewest = _neighbours(chains), [list(c) for c in columns], float("inf")
    for sweep in range(24):
        step = -1 if sweep % 2 else 1
        for k in range(len(columns))[::-step]:
            if 0 <= k + step < len(columns):
                columns[k] = _beside(columns[k], columns[k + step], beside)
        crossings = _crossings(columns, chains)
        if crossings < fewest:
            best, fewest = [list(c) for c in columns], crossings
    columns[:] = best


def _beside(
    column: Sequence[Node], other: Sequence[Node], beside: Mapping[Node, Sequence[Node]]
) -> list[Node]:
    """A column in the order of the mean places of its neighbours in another one."""
    places = {node: (i + 0.5) / len(other) for i, node in enumerate(other)}
    own = {node: (i + 0.5) / len(column) for i, node in enumerate(column)}

    def place(node: Node) -> float:
        return mean([places[n] for n in beside.get(node, ()) if n in places] or [own[node]])

    return sorted(column, key=place)


def _crossings(columns: Sequence[Sequence[Node]], chains: Iterable[Sequence[Node]]) -> int:
    place = {node: (k, i) for k, column in enumerate(columns) for i, node in enumerate(column)}
    lines = [(place[a], place[b]) for chain in chains for a, b in pairwise(chain)]
    return sum(
        a[0] == c[0] and (a[1] - c[1]) * (b[1] - d[1]) < 0
        for i, (a, b) in enumerate(lines)
        for c, d in lines[:i]
    )


# -- heights ---------------------------------------------------------------------------------------


def _heights(
    columns: Sequence[Sequence[Node]], chains: Sequence[Sequence[Node]]
) -> dict[Node, float]:
    """Heights that keep the order and the distances, and arrows as level as they can be."""
    beside = _neighbours(chains)
    heights: dict[Node, float] = {}
    for column in columns:
        heights.update({node: -_ROW * i for i, node in enumerate(column)})
    for _ in range(12):
        for column in columns:
            wanted = [mean(heights[b] for b in beside[node]) for node in column]
            heights.update(zip(column, _spread(column, wanted), strict=True))
    return heights


def _spread(column: Sequence[Node], wanted: Sequence[float]) -> list[float]:
    """The heights closest to those wanted that fall by the distances needed (least squares)."""
    below, offsets = 0.0, []
    for k, node in enumerate(column):
        if k:
            below += _ROW if len(node) == len(column[k - 1]) == 1 else (_ROW + _BEND) / 2
        offsets.append(below)
    blocks: list[list[float]] = []  # mean and size of runs that touch: pool adjacent violators
    for want, offset in zip(wanted, offsets, strict=True):
        blocks.append([want + offset, 1])
        while len(blocks) > 1 and blocks[-2][0] < blocks[-1][0]:
            value, size = blocks.pop()
            total = blocks[-1][1] + size
            blocks[-1] = [(blocks[-1][0] * blocks[-1][1] + value * size) / total, total]
    levels = [value for value, size in blocks for _ in range(int(size))]
    return [level - offset for level, offset in zip(levels, offsets, strict=True)]

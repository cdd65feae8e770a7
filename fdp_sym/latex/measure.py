r"""How wide a formula comes out, from the letter widths of Computer Modern and TeX's own rules.

The unit is the em of the surrounding text: a line of the article class at 10 points has 34.5 of
them. What TeX makes of a displayed formula differs by a few per cent, to which side a test says.
"""

from __future__ import annotations

import re

__all__ = ["width"]

# thousandths of an em, math italic and symbols of Computer Modern at 10 points
_WIDTHS = """
    a529 b429 c433 d520 e466 f520 g490 h576 i345 j430 k540 l298 m878 n600 o485 p503 q460 r465 s469
    t361 u572 v500 w716 x572 y510 z480 A750 B780 C740 D835 E765 F720 G786 H880 I490 J620 K880 L681
    M1050 N880 O763 P740 Q791 R765 S660 T690 U760 V760 W1050 X870 Y750 Z730
"""
_LETTERS = {found[0]: int(found[1:]) for found in _WIDTHS.split()}
_COMMANDS = {
    **dict.fromkeys(["alpha", "mu", "chi", "omega", "psi", "phi", "varphi"], 640),
    **dict.fromkeys(["beta", "gamma", "kappa", "lambda", "pi", "sigma", "rho"], 570),
    **dict.fromkeys(["delta", "varepsilon", "epsilon", "zeta", "eta", "theta", "nu", "xi"], 490),
    **dict.fromkeys(["iota", "tau", "ell", "partial"], 450),
    **dict.fromkeys(["Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi"], 780),
    **dict.fromkeys(["Psi", "Omega"], 780),
    "infty": 1000,
    "log": 1445,  # names of functions with the thin space that follows or precedes them
    **dict.fromkeys(["tanh", "coth"], 2120),
    **dict.fromkeys(["sinh", "cosh"], 2060),
    "max": 1860,
    "min": 1670,
    "arctan": 2900,
    "cdot": 722,
    "otimes": 1222,
    "circ": 500,
    "quad": 1000,
    "qquad": 2000,
    "lvert": 278,
    "rvert": 278,
    "dots": 1340,
    **dict.fromkeys(["leq", "geq", "neq", "in", "approx"], 1340),
    **dict.fromkeys(["to", "mapsto"], 1560),
    "iff": 2800,
    **dict.fromkeys([",", ":", ";"], 222),
    "{": 500,
    "}": 500,
}
_CHARACTERS = {
    **dict.fromkeys("0123456789", 500),
    **dict.fromkeys("()", 389),
    **dict.fromkeys("[]|.:", 278),
    ",": 445,
    "'": 280,
    "/": 500,
    **dict.fromkeys("+-", 1222),  # with the spaces around them
    **dict.fromkeys("=<>", 1334),
}
_LIMITS = {"sum": 1444, "prod": 1278, "sup": 1510, "inf": 1140, "lim": 1390}
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S", re.DOTALL)
_SCRIPT, _SMALLEST = 0.78, 0.67  # letters of scripts are wider than their size says


def width(text: str) -> float:
    r"""The width of a displayed formula in em.

    Examples
    --------
    >>> 4 < width(r"1 - \alpha = x") < 6.5
    True
    """
    return _Measure(text).row(1.0, display=True) / 1000


class _Measure:
    def __init__(self, text: str) -> None:
        text = re.sub(r"\\(text|mathit|mathrm|operatorname)\{([^{}]*)\}", _roman, text)
        self.tokens = [match[0] for match in _TOKEN.finditer(text)]
        self.place = 0

    def next(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    def here(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def group(self, size: float) -> float:
        """What one argument of a command takes."""
        if self.here() != "{":
            return self.atom(self.next(), size, False)
        self.place += 1
        return self.row(size)

    def row(self, size: float, display: bool = False) -> float:
        """Up to the end of the group."""
        total, start = 0.0, True
        while (token := self.next()) not in ("", "}"):
            if token == "{":
                total += self.row(size, display)
            elif token in ("_", "^"):
                total += self.script(size)
            elif token == r"\scriptscriptstyle":  # up to the end of the group
                size = _SMALLEST
            else:
                wide = self.atom(token, size, display)
                signed = token in "+-" and (start or size < 1)
                total += wide - (444 * size if signed else 0)
            start = token in ("(", "[", ",", "=")
        return total

    def script(self, size: float) -> float:
        first = self.group(_smaller(size))
        if self.here() in ("_", "^"):
            self.next()
            first = max(first, self.group(_smaller(size)))
        return first + 50 * size

    def atom(self, token: str, size: float, display: bool) -> float:
        name = token[1:]
        if not token.startswith("\\"):
            return size * _CHARACTERS.get(token, _LETTERS.get(token, 600))
        if name in ("frac", "tfrac", "binom"):
            inner = size if display and name == "frac" else _smaller(size)
            bars = 240 if name != "binom" else 1200
            return max(self.group(inner), self.group(inner)) + bars * size
        if name == "sqrt":
            if self.here() == "[":
                while self.next() not in ("]", ""):
                    pass
            return self.group(size) + 1000 * size
        if name in _LIMITS:
            return self.operator(_LIMITS[name], size, display)
        if name == "int":
            return (950 if display else 650) * size + 167 * size
        if name in ("left", "right") or re.fullmatch("[bB]igg?[lrm]?", name):
            self.next()
            return 700 * size
        if name == "begin":
            return self.environment(size)
        return size * _COMMANDS.get(name, 700)

    def operator(self, own: float, size: float, display: bool) -> float:
        below = 0.0
        while self.here() in ("_", "^"):
            self.next()
            below = max(below, self.group(_smaller(size)))
        own *= size
        return (max(own, below) if display else own * 0.8 + below) + 167 * size

    def environment(self, size: float) -> float:
        """The widest of its rows."""
        depth, rows, row = 1, [], ""
        self.group(size)
        while depth and (token := self.next()):
            depth += {"\\begin": 1, "\\end": -1}.get(token, 0)
            if depth == 1 and token == "\\\\":
                rows.append(row)
                row = ""
            elif depth:
                row += f" {token}"
        self.group(size)
        cells = [[_Measure(cell).row(size) for cell in r.split(" &", 1)] for r in [*rows, row]]
        columns = [max(c[i] for c in cells if len(c) > i) for i in range(max(map(len, cells)))]
        return sum(columns) + 1000 * size * len(columns)


def _smaller(size: float) -> float:
    return max(_SCRIPT * size, _SMALLEST)


def _roman(found: re.Match[str]) -> str:
    """Text as so many digits, which are little wider than the mean of letters."""
    name, text = found[1], found[2]
    return "0" * round(0.9 * len(text)) + ("." if name == "operatorname" else "")

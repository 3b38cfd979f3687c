"""One small SVG writer: bars, dots, lines, histograms, heat maps and matrices, in the reader's light or dark colours.

A picture is one self-contained file without scripts or fonts of its own, which looks the same in a browser and on a
code host's page, or a part of a report, whose style sheet it then shares.
"""

from .axes import percent
from .bars import Bar, bar_chart, dot_chart, dots_beyond
from .canvas import WIDTH, Picture
from .groups import group_chart
from .heat import heat_map
from .lines import line_chart
from .matrix import MatrixCell, Panel, matrix_chart
from .reliability import reliability_chart
from .spreads import Histogram, Spread, histogram_chart, spread_chart
from .theme import STYLE

__all__ = [
    "STYLE",
    "WIDTH",
    "Bar",
    "Histogram",
    "MatrixCell",
    "Panel",
    "Picture",
    "Spread",
    "bar_chart",
    "dot_chart",
    "dots_beyond",
    "group_chart",
    "heat_map",
    "histogram_chart",
    "line_chart",
    "matrix_chart",
    "percent",
    "reliability_chart",
    "spread_chart",
]

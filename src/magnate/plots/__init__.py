"""One small SVG writer: bars, dots, lines, histograms, heat maps and matrices, in the reader's light or dark colours.

A picture is one self-contained file without scripts or fonts, which looks the same in a browser and on a code host's
page. Or it is part of a report and shares the report's style sheet.
"""

from .bars import Bar, Histogram, Spread, bar_chart, dot_chart, dots_beyond, histogram_chart, spread_chart
from .canvas import STYLE, WIDTH, Picture, percent
from .grids import MatrixCell, Panel, group_chart, heat_map, html_table, matrix_chart
from .lines import line_chart, reliability_chart
from .trees import Branch, tree_chart

__all__ = [
    "STYLE",
    "WIDTH",
    "Bar",
    "Branch",
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
    "html_table",
    "line_chart",
    "matrix_chart",
    "percent",
    "reliability_chart",
    "spread_chart",
    "tree_chart",
]

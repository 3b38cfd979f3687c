"""Reports of tournaments: one HTML page with pictures, Markdown, and CSV files, all from the same numbers."""

"""Logs of Brass as other programs write them: read, replayed with our rules, and compared action by action."""

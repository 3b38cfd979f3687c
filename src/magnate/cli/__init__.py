"""The command line: thin, light to start, data on stdout and everything else on stderr."""

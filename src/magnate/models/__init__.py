"""Language models at the table: text that they read, tools that they call, agents that ask them, and their league."""

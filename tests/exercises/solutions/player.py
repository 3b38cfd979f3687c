class Player:
    wishes = ("buy", "build", "roll", "pass", "decline")

    def act(self, positions):
        return [self.choose(position) for position in positions]

    def choose(self, position):
        actions = position.legal()
        for wish in self.wishes:
            for action in actions:
                if action.facets["kind"] == wish:
                    return action
        return actions[-1]

"""How an agent that plays Monopoly by a network decides about bids and offers.

:mod:`.offer_value` says which position an action is judged by. :mod:`.offer_search` says what could be offered to whom,
and how likely that is accepted. The kernel :mod:`.offers` finds the best offers by the network's values and makes them.
"""

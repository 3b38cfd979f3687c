"""How an agent that plays Monopoly by a network decides about bids and offers.

``judging`` says which position an action is judged by, ``exchanges`` what could be offered to whom, ``acceptance`` how
likely that is accepted; the kernel ``offers`` finds the best offers by the network's values and makes them.
"""

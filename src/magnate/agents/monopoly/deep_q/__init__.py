"""The thesis' deep Q agent: the strategic agent, seven of whose decisions are taken by seven networks.

:mod:`.outputs` names the seven, and says what their outputs mean and which the strategic agent accepts.
:mod:`.choosing` says which network is asked when, and :mod:`.rewards` what an answer is paid for (A.1 to A.8). The
kernel :mod:`.recording` plays, and notes experiences. :mod:`.agent` is the agent.
"""

"""The thesis' deep Q agent: the strategic agent, seven of whose decisions are taken by seven networks.

:mod:`.decisions` names the seven, :mod:`.outputs` says what their outputs mean and which the strategic agent accepts,
:mod:`.choosing` which network is asked when, :mod:`.rewards` what an answer is paid for (A.1 to A.8), and
:mod:`.playing` and :mod:`.recording` are the kernels that play and that note experiences. :mod:`.agent` is the agent.
"""

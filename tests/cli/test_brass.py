"""What the commands show of Brass, whose games are measured in points."""


def test_a_ranking_has_points_and_income(magnate):
    done = magnate("tournament", "run", "brass", "--agents", "planner,random", "--players", 2, "--games", 10)
    assert done.code == 0
    assert "points" in done.out
    assert "income" in done.out
    page = magnate("tournament", "report", "t1", "--md", "-").out
    assert "| points |" in page
    assert "Elo by whole order" not in page  # two players have one order


def test_the_order_of_three_goes_by_points(magnate):
    table = ("planner", "planner:pottery", "random")
    done = magnate("tournament", "run", "brass", "--agents", ",".join(table), "--players", 3, "--games", 9, "--json")
    means = {one["agent"]: one for one in done.json["result"]["ranking"]}
    assert means["planner"]["points"]["mean"] > means["random"]["points"]["mean"]
    assert "Elo by whole order" in magnate("tournament", "report", "t1", "--md", "-").out


def test_a_match(magnate):
    done = magnate("match", "planner", "random", "--game", "brass", "--games", 10)
    assert done.code == 0
    assert "planner" in done.out

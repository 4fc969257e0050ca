"""The judges' pages: flags, rulings, corrections, initials, the desk, the timeline, the proof desk."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from table.console.proof_worker import answer, question
from table.logic.terms import Position
from table.rules import events as ev
from table.rules.entry import BadEntry
from tests.console.house import GOAL_SET, OPENED, House

FLAGGED = [*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required"]
SHEET = "p, Cpq -> q\n1  p     s\n2  Cpq   s\n3  q     Co, 1, 2\n\nsolution: p, Cpq / Co"


def only_flag(house):
    (flag,) = house.match.flags
    return flag


def ruled(judge, flag, ruling="upheld", seen="0", **more):
    return judge.post(f"/judge/flags/{flag}/rule", {"ruling": ruling, "seen": seen} | more, page="/judge")


def test_a_flag_is_shown_with_its_rule_its_pictures_and_what_was_seen(house, visitor):
    house.say(*FLAGGED)
    flag = house.match.flags[only_flag(house)]
    house.keep(*range(flag.at - 5000, flag.at + 3000, 500))
    visitor.become("judge")
    assert "unannounced bonus" in visitor.get("/judge").text
    page = visitor.get(f"/judge/flags/{flag.id}").text
    for words in (
        "Tournament Rules 2019-20",
        "V-C-1(a)",
        "Ben moves q (cube 18) to required",
        "No points",
        "goes back",
    ):
        assert words in page, words
    for at in (flag.at - 1500, flag.at, flag.at + 1500):
        assert f"/evidence/{at}.jpg" in page
    film = visitor.get(f"/judge/flags/{flag.id}/film").json()
    assert (len(film["times"]), film["during"]) == (16, flag.at)


def test_a_judge_upholds_with_points_and_a_note_or_dismisses(house, visitor):
    house.say(*FLAGGED)
    visitor.become("judge", "JD")
    flag = only_flag(house)
    assert ruled(visitor, flag, "upheld", points="1", note="clear to see").status_code == 200
    assert (house.match.flags[flag].status, house.match.total("Ben")) == ("upheld", -1)
    assert ruled(visitor, flag, "dismissed", seen="1").status_code == 200
    assert (house.match.flags[flag].status, house.match.total("Ben")) == ("dismissed", 0)
    for points in ("x", "-1", "100", "1.5"):
        assert ruled(visitor, flag, "upheld", seen="2", points=points).status_code == 409
    assert ruled(visitor, flag, "nonsense", seen="2").status_code == 409
    assert ruled(visitor, "extra-cube@999").status_code == 409


def test_of_two_judges_who_rule_at_once_one_wins_and_the_other_is_told(house, visitor):
    house.say(*FLAGGED)
    flag = only_flag(house)
    judges = [visitor.become("judge", "AA"), visitor.another().become("judge", "BB")]
    tokens = [judge.token("/judge") for judge in judges]
    together = threading.Barrier(2)

    def rule(number):
        together.wait()
        data = {"ruling": ("upheld", "dismissed")[number], "seen": "0", "token": tokens[number]}
        path, headers = f"/judge/flags/{flag}/rule", {"accept": "application/json"}
        return judges[number].client.post(path, data=data, headers=headers)

    with ThreadPoolExecutor(2) as at_once:
        answers = list(at_once.map(rule, range(2)))
    assert sorted(a.status_code for a in answers) == [200, 409]
    loser = next(a for a in answers if a.status_code == 409)
    assert "Another judge was first" in loser.json()["said"]
    assert len(house.match.flags[flag].history) == 2


def test_what_a_cube_shows_is_said_with_one_tap_and_answers_the_table(house, visitor):
    house.say(*GOAL_SET)
    house.session.append(ev.Asked("what was rolled cannot be read: cube 18 is taken for q", (18,)), "camera")
    house.settle()
    visitor.become("judge")
    page = visitor.get("/judge").text
    assert [f'value="18 {letter}"' in page for letter in "pqrsioC"] == [True] * 6 + [False]
    for nonsense in ("18", "18 x", "99 o", "o 18", ""):
        assert visitor.post("/judge/do/face", {"shows": nonsense}, page="/judge").status_code == 409
    assert visitor.post("/judge/do/face", {"shows": "18 o"}, page="/judge").status_code == 200
    assert house.match.question is None
    assert house.match.shake.letters[17] == "o"
    assert "JD reads cube 18 as o" in visitor.get("/judge/timeline").text


def test_what_was_seen_can_be_corrected_or_struck_and_the_match_is_judged_again(house, visitor):
    house.say(*FLAGGED)
    visitor.become("judge")
    path = f"/judge/flags/{only_flag(house)}/correct"
    same = {"how": "fields", "is-player": "Ben", "is-to": "required", "reason": "look"}
    assert visitor.post(path, same, page="/judge").status_code == 409
    assert visitor.post(path, {"how": "strike"}, page="/judge").status_code == 409  # no reason
    bad = {"how": "fields", "is-to": "the floor", "reason": "x"}
    assert visitor.post(path, bad, page="/judge").status_code == 409
    by_another = {"how": "fields", "is-player": "Cal", "is-to": "required", "reason": "it was Cal's hand"}
    assert visitor.post(path, by_another, page="/judge").status_code == 200
    assert house.match.flags == {}
    assert house.match.shake.turn.player == "Ann"


def test_a_correction_in_words_puts_another_event_in_its_place(house, visitor):
    house.say(*FLAGGED)
    visitor.become("judge")
    path = f"/judge/flags/{only_flag(house)}/correct"
    nonsense = {"how": "sentence", "sentence": "Ben eats a cube", "reason": "x"}
    assert "not understood" in visitor.post(path, nonsense, page="/judge").json()["said"]
    right = {"how": "sentence", "sentence": "Cal moves #18 to required", "reason": "it was Cal"}
    assert visitor.post(path, right, page="/judge").status_code == 200
    assert house.match.flags == {}


def test_initials_make_a_penalty_count_in_elementary_and_middle(folder):
    house = House(folder)
    opened = [OPENED[0].replace("senior", "middle"), *GOAL_SET[1:]]
    house.say(*opened, "Ben lifts the block", "Ben says now")
    with house.open() as visitor:
        visitor.become("judge", "JD")
        (penalty,) = house.match.penalties
        assert (house.match.total("Ben"), "Initial it" in visitor.get("/judge").text) == (0, True)
        assert visitor.post("/judge/initial", {"penalty": penalty}, page="/judge").status_code == 200
        assert house.match.total("Ben") == -1
        again = visitor.post("/judge/initial", {"penalty": penalty}, page="/judge")
        assert (again.status_code, "JD has initialed it" in again.json()["said"]) == (409, True)
        assert visitor.post("/judge/initial", {"penalty": "x"}, page="/judge").status_code == 409
    house.session.close()


def test_the_desk_does_what_judges_do(house, visitor):
    house.say(*GOAL_SET)
    judge, head = visitor.become("judge", "JD"), visitor.another().become("head", "HJ")

    def do(who, key, **fields):
        return who.post(f"/judge/do/{key}", fields, page="/judge").status_code

    assert do(judge, "resume") == 409
    assert do(judge, "pause", reason="a dispute") == 200
    assert house.match.paused is not None
    assert do(judge, "pause") == 409
    assert do(judge, "resume", count="nonsense") == 409
    assert do(judge, "resume", count="0:01") == 200
    assert do(judge, "warn", player="Ben", reason="turned a cube") == 200
    assert do(judge, "penalize", player="Ben", points="1", reason="again") == 403  # the head judge's
    assert do(head, "penalize", player="Cal", points="1", reason="again") == 409  # never warned
    assert do(head, "penalize", player="Ben", points="1", reason="again") == 200
    assert house.match.total("Ben") == -1
    assert do(judge, "turn", player="Cal", reason="out of order") == 200
    assert house.match.shake.turn.player == "Cal"
    assert do(judge, "leave", player="Ann") == 200
    assert do(judge, "leave", player="Ann") == 409
    assert do(judge, "return", player="Ann") == 200
    assert do(judge, "override", sentence="Cal moves p to required", reason="the camera was covered") == 200
    assert do(judge, "override", sentence=OPENED[0], reason="x") == 409
    assert do(judge, "remark", reason="all is well") == 200
    assert do(judge, "answer") == 409
    assert do(head, "score", shake="1", reason="agreed", **{f"score-{n}": "4" for n in range(3)}) == 200
    assert house.match.shakes[0].scores == {"Ann": 4, "Ben": 4, "Cal": 4}
    assert do(head, "replay", shake="7", reason="x") == 409
    assert do(head, "replay", shake="1", reason="a fire alarm") == 200
    assert house.match.shakes[0].phase == "void"
    assert do(head, "disqualify", player="Cal", scope="round", reason="left in anger") == 200
    assert do(head, "nonsense") == 404


def test_a_challenger_who_is_not_known_and_a_disputed_solution_wait_for_a_judge(house, visitor):
    house.say(*GOAL_SET, "Ben moves K to permitted", "somebody lifts the block", "somebody says now")
    visitor.become("judge")
    assert "It is not known who challenged" in visitor.get("/judge").text
    assert visitor.post("/judge/do/challenger", {"player": "Cal", "word": "now"}, page="/judge").status_code == 200
    house.say("the block is returned", "Ann joins the mover", "Cal presents a solution", "Ann accepts Cal's solution")
    fields = {"writer": "Cal", "shake": "1", "verdict": "incorrect", "reason": "a rule misapplied"}
    assert visitor.post("/judge/do/solution", fields, page="/judge").status_code == 200
    assert house.match.shakes[0].scores["Cal"] == 2
    assert visitor.post("/judge/do/solution", fields | {"writer": "Ann"}, page="/judge").status_code == 409


def test_the_timeline_has_every_event_and_can_be_searched(house, visitor):
    house.say(*FLAGGED)
    house.keep(house.match.at - 100)
    visitor.become("judge")
    everything = visitor.get("/judge/timeline").text
    for words in ("Ben moves q", "Ann says Goal", "match M1 is opened", "data-picture", "unannounced-bonus%40"):
        assert words in everything, words
    cubes = visitor.get("/judge/timeline?group=cubes").text
    assert "Ben moves q" in cubes
    assert "Ann says Goal" not in cubes
    assert "Ben moves q" not in visitor.get("/judge/timeline?words=Ann+says").text
    for query in ("page=0", "page=9999999", "page=x", "group=%00", "words=%25", "page=-1&group=x"):
        assert visitor.get(f"/judge/timeline?{query}").status_code == 200


def test_the_proof_desk_shows_the_verdict_line_by_line(house, visitor):
    visitor.become("judge")
    fields = {"goal": "q", "required": "C", "permitted": "pqpo", "resources": "C", "challenge": "now", "text": SHEET}
    right = visitor.post("/judge/proof", fields, page="/judge/proof")
    assert (right.status_code, "Accepted" in right.text) == (200, True)
    wrong = visitor.post("/judge/proof", fields | {"text": SHEET.replace("Co, 1, 2", "Ko, 1")}, page="/judge/proof")
    assert "Rejected" in wrong.text
    assert '<li class="wrong"><code>3  q' in wrong.text
    unread = visitor.post("/judge/proof", fields | {"text": "nonsense"}, page="/judge/proof")
    assert "solution" in unread.text
    for bad in ({"goal": "X"}, {"challenge": "x"}, {"goal": "p" * 500}):
        assert visitor.post("/judge/proof", fields | bad, page="/judge/proof").status_code == 400


def test_the_solver_answers_after_the_shake_only(house, visitor):
    visitor.become("judge")
    fields = {"goal": "q", "permitted": "pCpqCo", "challenge": "now", "do": "solve"}
    answered = visitor.post("/judge/proof", fields, page="/judge/proof")
    assert "The solver: a solution" in answered.text
    house.say(*GOAL_SET)
    assert visitor.post("/judge/proof", fields, page="/judge/proof").status_code == 403


def test_the_head_judges_setting_lets_the_solver_answer_before(folder):
    house = House(folder, solver=True)
    house.say(*GOAL_SET)
    with house.open() as visitor:
        assert "Ask the solver" in visitor.become("judge").get("/judge/proof").text
        assert "<button disabled>" not in visitor.get("/judge/proof").text
        assert 'value="Ksr"' in visitor.get("/judge/proof").text
    house.session.close()


def test_a_shorter_proof_shows_that_a_required_cube_is_not_essential():
    position = Position("q", required="N", permitted="pCpqCoNpp", resources="")
    long = SHEET.replace("p, Cpq /", "p, Cpq, Np /").replace("3  q ", "3  Np  s\n4  q ")
    shown = answer(question("unneeded", position, "now", long, SHEET))
    assert shown["accepted"], shown
    nothing_less = answer(question("unneeded", position, "now", SHEET, SHEET))
    assert not nothing_less["accepted"]
    other = answer(question("unneeded", position, "now", long, SHEET.replace("solution: p, Cpq", "solution: q, Cpq")))
    assert any("does not" in one["words"] for one in other["whole"])


def test_every_page_is_light(house, visitor):
    house.say(*FLAGGED)
    for n in range(60):
        house.say(f"judge JD remarks: {n} {'so it was ' * 20}", wait=10)
    files = [len(visitor.get(f"/static/{name}").content) for name in ("console.css", "console.js", "glass.js")]
    pages = {
        "head": ("/judge", "/judge/desk", "/judge/proof", "/judge/timeline", f"/judge/flags/{only_flag(house)}"),
        "staff": ("/staff",),
        "anyone": ("/table", "/login", "/pair"),
    }
    for role, paths in pages.items():
        visitor.become(role)
        for path in paths:
            assert len(visitor.get(path).content) + sum(files) < 200_000, path
    visitor.pair()
    assert len(visitor.get("/table").content) + sum(files) < 200_000


def test_what_cannot_be_written_is_said_and_not_lost_in_silence(house, visitor, monkeypatch):
    house.say(*FLAGGED)
    visitor.become("judge")
    scribe = house.app.state.context.scribe

    def full(*_):
        raise BadEntry("that was before the match was opened")

    monkeypatch.setattr(scribe, "_admit", full)
    refused = ruled(visitor, only_flag(house))
    assert (refused.status_code, "before the match" in refused.json()["said"]) == (409, True)


def test_where_the_cubes_lie_is_told_in_letters(house, visitor):
    house.say(*GOAL_SET)
    lie = {"1": ["s", "goal", 250.0, 40.0, 3], "2": ["K", "goal", 210.5, 41.0, 0], "3": ["p", "resources", 90, 300, 7]}
    house.session.append(ev.Saw(ev.CUBES, lie), "camera")
    house.settle()
    assert "where the cubes lie: goal Ks; resources p<" in visitor.become("judge").get("/judge/timeline").text


@pytest.mark.parametrize("reason", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}"])
def test_what_people_type_is_shown_as_text(house, visitor, reason):
    house.say(*GOAL_SET)
    visitor.become("judge")
    assert visitor.post("/judge/do/remark", {"reason": reason}, page="/judge").status_code == 200
    page = visitor.get("/judge/timeline").text
    assert "<script>alert" not in page
    assert "<img src=x" not in page
    assert "49" not in page.split("<tbody>")[1].split("remark")[0]

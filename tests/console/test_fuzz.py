"""Nonsense to every address of the console: it may be refused in any way, but nothing may break."""

from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from table.console.desk_forms import JUDGES, STAFF
from tests.console.house import GOAL_SET

FIELDS = """
    token act reason what against pin by code seat match player player-1 player-2 side-1 edition division minutes timer
    ruling seen points note penalty how sentence is-player is-to is-letter is-letters shake scope writer verdict word
    listed right honest count score-0 consent-0 do goal required permitted forbidden resources challenge text shorter
""".split()  # noqa: SIM905
WORDS = ["", "0", "1", "-1", "99999999999", "Ann", "somebody", "upheld", "fields", "strike", "sentence", "check", "now"]
text = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(WORDS)
forms = st.dictionaries(st.sampled_from(FIELDS) | text, text, max_size=8)
SHORT = {"max_examples": 60, "deadline": None, "suppress_health_check": list(HealthCheck)}


def addresses(house):
    """Every address that the console answers, with what may stand in its blanks."""
    flag = next(iter(house.match.flags), "extra-cube@1")
    keys = [form.key for form in (*JUDGES, *STAFF)]
    found = []
    for route in routes(house.app.routes):
        for method in sorted((getattr(route, "methods", None) or {"GET"}) - {"HEAD"}):
            path = getattr(route, "path", "")
            if path and "events" not in path:  # a stream does not end
                found.append((method, path.replace("{flag}", flag)))
    blanks = {"{key}": keys, "{at}": ["1", "x"], "{form_}": ["csv", "x"], "{path}": ["console.js"]}
    for blank, values in blanks.items():
        found = [(m, p.replace(blank, v)) for m, p in found for v in (values if blank in p else [""])]
    return sorted(set(found))


def routes(among):
    for route in among:
        inner = getattr(route, "original_router", None) or getattr(route, "router", None)
        if inner is not None and inner is not route and not getattr(route, "path", ""):
            yield from routes(inner.routes)
        else:
            yield route


def test_no_form_breaks_any_page(house, visitor):
    house.say(*GOAL_SET, "Ben moves p to forbidden", "Ben moves q to required")
    every = [one for one in addresses(house) if one[1] != "/judge/proof"]
    assert len(every) > 45, every
    people = [visitor, *(visitor.another().become(role) for role in ("judge", "head", "staff"))]
    people.append(visitor.another().pair())
    tokens = [one.token("/login") for one in people]

    @given(st.data(), st.integers(0, len(people) - 1), forms, st.booleans())
    @settings(**SHORT | {"max_examples": 250})
    def nonsense(data, who, form, honest):
        method, path = data.draw(st.sampled_from(every))
        house.seconds += 1  # nobody is too fast
        fields = form | ({"token": tokens[who]} if honest else {})
        client = people[who].client
        if method == "POST" and path in ("/login", "/logout", "/pair", "/staff/unpair"):
            fields |= {"token": ""}  # these would end the visit
        answer = client.request(method, path, data=fields if method == "POST" else None, params=None)
        assert answer.status_code < 500 or answer.status_code == 503, (method, path, fields, answer.text)

    nonsense()


def test_no_proof_breaks_the_desk(house, visitor):
    visitor.become("judge")
    token = visitor.token("/judge/proof")
    lines = st.lists(st.text("CAKENRpqrsio123 ,/|()->=*^.:\n", max_size=30), max_size=5).map("\n".join)

    @given(lines | text, st.text("CAKENRpqrsio", max_size=9), st.sampled_from(["check", "unneeded"]))
    @settings(**SHORT | {"max_examples": 12})
    def nonsense(proof, letters, what):
        fields = {"token": token, "text": proof, "shorter": proof, "goal": letters, "permitted": letters, "do": what}
        fields["challenge"] = "now"
        house.seconds += 1
        assert visitor.client.post("/judge/proof", data=fields).status_code in (200, 400)

    nonsense()


def test_no_path_and_no_query_breaks_anything(house, visitor):
    visitor.become("head")

    @given(st.sampled_from(["/judge/flags/", "/evidence/", "/staff/sheet.", "/static/", "/"]), text, forms)
    @settings(**SHORT)
    def nonsense(start, rest, query):
        assert visitor.client.get(start + quote(rest, safe="/@"), params=query).status_code < 500

    nonsense()


def test_no_bytes_break_a_form(house, visitor):
    visitor.become("staff")

    @given(st.binary(max_size=60), st.sampled_from(["application/x-www-form-urlencoded", "text/plain", "\xe9", ""]))
    @settings(**SHORT)
    def nonsense(body, kind):
        house.seconds += 1
        answer = visitor.client.post("/staff/open", content=body, headers={"content-type": kind.encode("latin-1")})
        assert answer.status_code in (400, 403, 415)

    nonsense()

"""Who may come in: PINs, lock-out, forged forms, passes that are over, pictures that are not for players."""

import json
import stat

import httpx
import pytest

from table.console.access import passes
from table.console.access.pins import NAME, NoPins, Pins, new_pins
from table.console.access.tries import FORMS, SPELL_S
from table.console.gate import COOKIE, LONGEST_FORM_BYTES
from table.console.streaming import MOST_BROWSERS, PLACES_KEPT
from tests.console.house import GOAL_SET


def test_anyone_may_watch_and_nobody_acts_without_a_pin(house, visitor):
    assert visitor.get("/").url.path == "/table"
    for path in ("/judge", "/judge/desk", "/judge/proof", "/judge/timeline", "/judge/flags/x@1", "/staff"):
        assert visitor.get(path).url.path == "/login", path
    for path in ("/judge/events", "/staff/events", "/staff/journal.jsonl", "/evidence/1000.jpg"):
        assert visitor.client.get(path).status_code == 403, path


def test_a_judge_logs_in_with_pin_and_initials_and_out_again(house, visitor):
    visitor.log_in("judge", "JD")
    assert 'aria-label="Log out JD"' in visitor.get("/judge").text
    assert visitor.client.post("/logout", data={"token": visitor.token("/judge")}).status_code == 303
    assert visitor.get("/judge").url.path == "/login"


def test_a_pass_that_was_handed_back_is_good_for_nothing(house, visitor):
    visitor.log_in("judge")
    kept = visitor.client.cookies[COOKIE]
    visitor.post("/logout", page="/judge")
    visitor.client.cookies.set(COOKIE, kept)
    assert visitor.client.get("/judge/events").status_code == 403


def test_initials_are_asked_of_judges_and_not_of_staff(house, visitor):
    answer = visitor.post("/login", {"pin": house.pins["judge"], "by": " "})
    assert (answer.status_code, "initials" in answer.text) == (400, True)
    visitor.log_in("staff", "")


def test_each_role_has_its_own_pages(house, visitor):
    judge, staff = visitor.another().log_in("judge"), visitor.another().log_in("staff")
    assert judge.get("/staff").url.path == "/login"
    assert staff.get("/judge").url.path == "/login"
    assert staff.client.get("/evidence/1000.jpg").status_code == 403
    assert visitor.another().log_in("head").get("/judge").url.path == "/judge"


def test_after_five_wrong_pins_an_address_is_locked_out_and_no_other(house, visitor):
    for _ in range(5):
        assert visitor.post("/login", {"pin": "00000000", "by": "XX"}).status_code == 403
    locked = visitor.post("/login", {"pin": house.pins["judge"], "by": "XX"})
    assert (locked.status_code, "Try again in" in locked.text) == (429, True)
    visitor.another().log_in("judge")
    house.seconds += 61
    assert visitor.post("/login", {"pin": "00000000", "by": "XX"}).status_code == 403
    house.seconds += 61
    assert visitor.post("/login", {"pin": house.pins["judge"], "by": "XX"}).status_code == 429  # each time longer
    house.seconds += 61
    visitor.log_in("judge")


def test_a_form_without_the_right_token_is_refused(house, visitor):
    visitor.log_in("staff")
    other = visitor.another()
    for token in ("", "0" * 64, other.token(), "é"):
        answer = visitor.client.post("/staff/backup", data={"token": token})
        assert answer.status_code == 403
    assert not (house.directory / "backups").exists()


def test_a_form_from_another_site_is_refused(house, visitor):
    visitor.log_in("staff")
    for origin in ("http://elsewhere.example", "null", "http://127.0.0.1:1"):
        data = {"token": visitor.token("/staff")}
        assert visitor.client.post("/staff/backup", data=data, headers={"origin": origin}).status_code == 403, origin
    own = f"http://127.0.0.1:{house.port}"
    assert visitor.client.post("/staff/backup", data=data, headers={"origin": own}).status_code == 303


def test_nothing_can_be_uploaded(house, visitor):
    visitor.log_in("staff")
    assert visitor.client.post("/staff/backup", files={"file": b"x"}).status_code == 415
    assert visitor.client.post("/staff/backup", json={}).status_code == 415
    long = {"token": visitor.token("/staff"), "more": "x" * LONGEST_FORM_BYTES}
    assert visitor.client.post("/staff/backup", data=long).status_code == 413


def test_a_pass_is_over_after_a_day_of_play_and_its_stream_ends(house, visitor):
    visitor.log_in("judge")
    with visitor.client.stream("GET", "/judge/events") as stream:
        lines = stream.iter_lines()
        assert next(line for line in lines if line.startswith("data:"))
        house.seconds += 12 * 3600
        house.say("staff opens match M1: Ann, Ben; 2019-20 senior")
        assert "event: over" in list(lines)
    assert visitor.get("/judge").url.path == "/login"


def test_a_cookie_that_was_changed_or_made_up_is_no_pass(house, visitor):
    visitor.log_in("judge")
    body, mark = visitor.client.cookies[COOKIE].split(".")
    forged = passes.sealed(passes.issue("staff", house.seconds), b"another key")
    for cookie in (f"{body}.{mark[:-1]}x", f"{body}x.{mark}", body, ".", "", "é", forged, "x" * 5000):
        plain = httpx.Client(base_url=visitor.client.base_url)
        answer = plain.get("/judge/events", headers={"cookie": f"{COOKIE}={cookie}".encode()})
        assert answer.status_code == 403, cookie
        plain.close()


def test_cookies_are_closed_to_scripts_and_to_other_sites(house, visitor):
    header = visitor.get("/login").headers["set-cookie"]
    assert "HttpOnly" in header
    assert "SameSite=strict" in header
    assert "Secure" not in header  # without TLS a browser would not send it back


def test_every_answer_has_a_strict_policy(house, visitor):
    for path in ("/table", "/nowhere", "/static/console.js", "/table/../../etc/passwd", "/judge/events"):
        headers = visitor.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "cache-control" in headers


def test_pictures_are_for_judges_and_asked_for_by_their_time_only(house, visitor):
    house.keep(5000)
    visitor.log_in("judge")
    assert visitor.client.get("/evidence/5000.jpg").content[:2] == b"\xff\xd8"
    (house.directory / "evidence" / "secret.jpg").write_bytes(b"x")
    for name in (
        "5001",
        "secret",
        "..%2f..%2fconsole",
        "-5000",
        "5000%00",
        "٥٠٠٠",
        "9" * 5000,
        "0x10",
        "%2e%2e/console",
    ):
        assert visitor.client.get(f"/evidence/{name}.jpg").status_code == 404, name


def test_new_pins_end_every_pass(house, visitor):
    visitor.log_in("judge")
    new_pins(house.directory)
    assert visitor.get("/judge").url.path == "/login"


def test_pins_are_kept_as_hashes_that_only_the_owner_can_read(tmp_path):
    pins = new_pins(tmp_path)
    kept = (tmp_path / NAME).read_text()
    assert not any(pin in kept for pin in pins.values())
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert Pins(tmp_path).role_of(f"{pins['head'][:4]} {pins['head'][4:]}") == "head"
    assert Pins(tmp_path).role_of("") is None
    assert len(set(pins.values())) == 3


@pytest.mark.parametrize("text", ["", "{}", "[]", json.dumps({"key": "", "pins": {}, "screens": []})])
def test_a_damaged_file_of_pins_says_what_to_do(tmp_path, text):
    (tmp_path / NAME).write_text(text)
    with pytest.raises(NoPins, match="--new-pins"):
        Pins(tmp_path)


def test_a_code_pairs_one_screen_once_and_not_for_long(house, visitor):
    house.say(*GOAL_SET)
    assert visitor.post("/table/act", {"act": "0:bonus"}, page="/pair").status_code == 403
    visitor.pair()
    assert visitor.post("/table/act", {"act": "0:bonus"}, page="/table").status_code == 200
    codes = house.app.state.context.codes
    other = visitor.another()
    assert other.post("/pair", {"code": ""}, page="/pair").status_code == 403  # it was used
    code = codes.make(-1, house.seconds)
    house.seconds += 301
    assert other.post("/pair", {"code": code}, page="/pair").status_code == 403


def test_a_screen_of_one_seat_acts_for_no_other(house, visitor):
    house.say(*GOAL_SET)
    visitor.pair(seat="2")
    assert visitor.post("/table/act", {"act": "1:bonus"}, page="/table").status_code == 200
    for seat in ("0", "2", "3", "-1", "", "x", "1" * 50):
        assert visitor.post("/table/act", {"act": f"{seat}:bonus"}, page="/table").status_code == 403, seat


def test_staff_part_the_screens_again(house, visitor):
    house.say(*GOAL_SET)
    visitor.pair()
    staff = visitor.another().log_in("staff")
    assert staff.post("/staff/unpair").status_code == 200
    assert visitor.post("/table/act", {"act": "0:bonus"}, page="/pair").status_code == 403


def test_a_browser_that_sends_too_many_forms_is_told_to_wait(house, visitor):
    house.say(*GOAL_SET)
    visitor.become("judge")
    token = visitor.token("/judge")
    answers = [visitor.client.post("/judge/do/pause", data={"token": token}).status_code for _ in range(FORMS + 1)]
    assert (answers[0], answers[FORMS - 1], answers[FORMS]) == (303, 409, 429)
    house.seconds += SPELL_S
    assert visitor.client.post("/judge/do/resume", data={"token": token}).status_code == 303


def test_places_are_kept_for_judges_when_many_look_on(house, visitor):
    context = house.app.state.context
    context.streams = MOST_BROWSERS - PLACES_KEPT
    assert visitor.client.get("/table/events").status_code == 503
    visitor.become("judge")
    with visitor.client.stream("GET", "/judge/events") as stream:
        assert stream.status_code == 200
    house.until(lambda: context.streams == MOST_BROWSERS - PLACES_KEPT)
    context.streams = MOST_BROWSERS
    assert visitor.client.get("/judge/events").status_code == 503


def test_no_secret_stands_in_an_address_or_a_log(house, visitor, caplog):
    visitor.log_in("judge")
    visitor.post("/login", {"pin": "13572468", "by": "XX"})
    visitor.get("/judge")
    said = caplog.text + " ".join(str(r.url) for r in visitor.get("/judge").history)
    assert house.pins["judge"] not in said
    assert "13572468" not in said

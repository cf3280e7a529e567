"""The files of the page, without a browser."""

import re

from bot.sandbox.server import PAGE


def test_the_page_names_no_other_site():
    for each in PAGE.iterdir():
        found = re.findall(r"https?://[\w.]+\.\w+", each.read_text("utf-8"))
        assert set(found) <= {"http://www.w3.org"}, each.name


def test_every_text_is_used_and_in_both_languages():
    french, english = (
        re.findall(r"^  (\w+): ", part, re.MULTILINE)
        for part in (PAGE / "words.js").read_text("utf-8").split("const EN = {")
    )
    assert french == english != []
    rest = "".join(each.read_text("utf-8") for each in PAGE.glob("*.js") if each.name != "words.js")
    assert [each for each in french if f"words.{each}" not in rest] == []

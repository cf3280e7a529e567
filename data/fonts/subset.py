"""How the fonts beside this file were made; run once, by hand, with fonttools (never at run time).

``python subset.py DIR`` reads the original files from DIR (where they come from is in README.md) and writes the
small ones here: no hinting (we draw at one size on any screen), and only the scripts people write names in.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools import subset

HERE = Path(__file__).parent


def rows(codec: str, first: int, last: int, trail: range) -> Iterator[int]:
    """Code points of a national character set whose lead byte lies between first and last."""
    for lead in range(first, last + 1):
        for byte in trail:
            try:
                yield ord(bytes((lead, byte)).decode(codec))
            except (UnicodeDecodeError, TypeError):
                continue


EAST_ASIA = {
    *range(0x3000, 0x3100),  # punctuation, hiragana, katakana
    *range(0xFF01, 0xFF5F),  # full-width forms
    *rows("gb2312", 0xB0, 0xD7, range(0xA1, 0xFF)),  # simplified Chinese, the 3,755 frequent characters
    *rows("euc_jp", 0xB0, 0xCF, range(0xA1, 0xFF)),  # Japanese, JIS level 1
    *rows("euc_kr", 0xB0, 0xC8, range(0xA1, 0xFF)),  # Korean, the 2,350 syllables of KS X 1001
}

TARGETS = {
    "Manrope-Bold.ttf": ("Manrope-Bold.ttf", set(range(0x20, 0x2E80))),
    "Manrope-ExtraBold.ttf": ("Manrope-ExtraBold.ttf", set(range(0x20, 0x2E80))),
    "NotoSansArabic-Bold.ttf": ("Arabic.ttf", {0x20, *range(0x600, 0x700)}),
    "NotoSansHebrew-Bold.ttf": ("Hebrew.ttf", {0x20, *range(0x5D0, 0x5F5)}),
    "NotoSansDevanagari-Bold.ttf": ("Devanagari.ttf", {0x20, *range(0x900, 0x980)}),
    "NotoSansBengali-Bold.ttf": ("Bengali.ttf", {0x20, *range(0x980, 0xA00)}),
    "NotoSansTamil-Bold.ttf": ("Tamil.ttf", {0x20, *range(0xB80, 0xC00)}),
    "NotoSansThai-Bold.ttf": ("Thai.ttf", {0x20, *range(0xE00, 0xE80)}),
    "NotoSansArmenian-Bold.ttf": ("Armenian.ttf", {0x20, *range(0x530, 0x590)}),
    "NotoSansGeorgian-Bold.ttf": ("Georgian.ttf", {0x20, *range(0x10A0, 0x1100)}),
    "DroidSansFallback.ttf": ("EastAsia.ttf", EAST_ASIA),
}


def main(source: Path) -> None:
    """Write every small font."""
    for original, (name, code_points) in TARGETS.items():
        options = subset.Options(hinting=False, notdef_outline=True, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14])
        font = subset.load_font(next(source.rglob(original)), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=code_points)
        cutter.subset(font)
        subset.save_font(font, HERE / name, options)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

import traceback

import pytest

from bot.store import from_url


def told(error: BaseException) -> str:
    """All that a log would have of an error."""
    return "".join(traceback.format_exception(error)) + repr(error)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:hunter2@127.0.0.1:1/tablee",
        "postgresql://ana:hunter2@127.0.0.1:99999/tablee",
        "postgresql://ana:hunter2@nowhere.invalid/tablee",
        "postgres://127.0.0.1:1/tablee?user=ana&password=hunter2",
        "postgresql://ana:hunter2@127.0.0.1:1/tablee?sslmode=wrong",
        "postgresql://ana:hunter%32@127.0.0.1:1/tablee?port=wrong",
        "postgresql://127.0.0.1,127.0.0.2/tablee?port=1,2,3&password=hunter2",
    ],
)
async def test_no_connection_error_contains_the_password(url):
    store = from_url(url)
    with pytest.raises(Exception, match=r".") as error:
        await store.open()
    for secret in ("hunter2", "hunter%32"):
        assert secret not in told(error.value)
    with pytest.raises(RuntimeError, match="not open"):
        await store.schema_version()

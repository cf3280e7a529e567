"""What tests of the way to Discord share."""

import pytest

from tests.kit.web import web


@pytest.fixture
async def there():
    """A server that is asked."""
    async with web() as there:
        yield there

import pytest
from server import home, run, serving


@pytest.fixture(scope="session")
def address():
    with home() as environment, serving(environment) as at:
        yield at


@pytest.fixture(scope="session")
def keyed():
    """The address of a server that has keys, and one that may only ask."""
    with home() as environment:
        printed = run(environment, "keys", "add", "ann", "--scope", "ask")
        key = next(word for word in printed.split() if len(word) > 20)
        with serving(environment) as at:
            yield at, key

"""Where the command `wff-table` begins: Ctrl-C ends it without a word also while its parts are being loaded."""

from __future__ import annotations

from table.cli.signals import without_a_word


def main() -> None:
    """Load the command and do it; what it needs besides is loaded in the same way."""
    with without_a_word():
        from table.cli.app import main as command  # noqa: PLC0415

    command()


if __name__ == "__main__":
    main()

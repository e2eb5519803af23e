from __future__ import annotations


def test_the_demo_shows_before_and_after_the_loss_and_what_to_try(shoal):
    result = shoal("demo", "-k", 4, "--rows", 200, "--method", "cb")
    assert result.exit_code == 0
    for words in ("Before", "After", "k = 4, verified", "GCP 0.", "cb, seed 0", "shoal anonymize FILE"):
        assert words in result.stdout
    assert "privacy" not in result.stderr


def test_the_demo_refuses_what_cannot_be(shoal):
    result = shoal("demo", "-k", 50, "--rows", 20)
    assert result.exit_code == 3
    assert result.stdout == ""

"""Tests of the server; `scene.py` has what they share."""

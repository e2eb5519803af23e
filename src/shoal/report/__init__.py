"""Facts about a release, and pages and pictures that show them."""

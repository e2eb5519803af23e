"""From one coded table to one verified release."""

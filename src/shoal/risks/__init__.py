"""What an attacker gains."""

"""The loops of the house method: regions of neighbouring groups, built again and improved."""

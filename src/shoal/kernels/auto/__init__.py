"""The loops of the place_leftovers method: regions of neighbouring groups, built again and improved."""

"""Questions about a group: enough rows, varied enough?"""

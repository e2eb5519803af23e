"""Pictures, one module each: from plain values to what is drawn, and from that to SVG."""

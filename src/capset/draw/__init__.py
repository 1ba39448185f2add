"""Cards and tableaus drawn: SVG and the terminal."""

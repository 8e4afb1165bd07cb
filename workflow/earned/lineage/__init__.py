"""What made an output: hashes, code digests and the frame of every stage."""

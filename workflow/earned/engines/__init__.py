"""Engines behind one protocol: local servers, remote endpoints, in process, scripted, replay."""

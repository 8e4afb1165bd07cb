"""AcquaBench: does the score follow the supplied value?"""

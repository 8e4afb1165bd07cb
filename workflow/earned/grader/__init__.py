"""The audit of the grader: does the machine's verdict on an answer agree with a human's?"""

"""The `rule` author: a grammar that turns a question and its reference into a statement."""

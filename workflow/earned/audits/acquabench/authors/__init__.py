"""Authors of planted statements: each proposes templates and brings its verifier."""

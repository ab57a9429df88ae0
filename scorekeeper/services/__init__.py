"""The service layer: every act as one transaction, and what the stored facts come to under the rules.

This package joins ``store`` and ``rules``: it reads facts, has the rules validate and add them up, and is
the only one that adds to a match. It does not depend on the web.
"""

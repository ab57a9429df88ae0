"""The service layer: every act as one transaction, and what the stored facts come to under the rules.

This room joins ``store`` and ``rules``. It reads facts, has the rules check and add them up, and is
the one way to add to a match. It knows nothing of pages.
"""

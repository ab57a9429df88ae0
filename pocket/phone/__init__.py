"""The bridge between the app and the phone's browser: requests, answers and cookies."""

"""What joins the app to the phone's browser: requests in, answers out, and the cookies in between."""

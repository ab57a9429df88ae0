"""What a request costs, against a bare Flask page on the same server in the same run: ``make bench``.

Stands outside the app: it starts the installed command as an operator would and asks over HTTP. Only
``clubs`` reaches into the store, because years of records cannot be typed in. Everything listens on
127.0.0.1 alone.
"""

"""The cost of a request, compared with a bare Flask page on the same server in the same run: ``make bench``.

Works from outside the app: it starts the installed command as an operator would and sends requests. Only
``clubs`` uses the store, because years of records cannot be entered over HTTP. Everything listens on
127.0.0.1 alone.
"""

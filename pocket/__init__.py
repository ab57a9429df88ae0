"""The pocket: the whole app inside a phone's browser, without a server.

``packing`` builds it (``make pocket``), ``shell`` is what the browser runs, ``phone`` is the Python that
joins the app to it. Rules, pages and store are the package's own, unchanged.
"""

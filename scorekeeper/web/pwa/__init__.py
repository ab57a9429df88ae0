"""What makes the app installable: service worker, manifest, offline page."""

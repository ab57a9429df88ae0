// Unregisters the service worker of this phone and deletes everything it cached.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
for (const name of await caches.keys()) if (name.startsWith("club ")) await caches.delete(name);
await self.registration.unregister();
})()));

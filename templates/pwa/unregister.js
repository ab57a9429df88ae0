// Takes the service worker off this phone, with everything it kept.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
for (const name of await caches.keys()) if (name.startsWith("club ")) await caches.delete(name);
await self.registration.unregister();
})()));

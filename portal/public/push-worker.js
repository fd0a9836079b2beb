// Service worker that shows notices while no page of the site is open. It caches nothing and sees no requests.
self.addEventListener('push', (event) => {
  const { title, body, url, tag, isUrgent } = event.data.json()
  const options = {
    body,
    tag,
    lang: 'zh-CN',
    icon: '/apple-touch-icon.png',
    requireInteraction: isUrgent,
    data: { url },
  }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(new URL(event.notification.data.url, self.location.origin).href))
})

/** Opens the page, in a window of the site that already shows it if possible. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => client.url === url)
  await (shown ? shown.focus() : self.clients.openWindow(url))
}

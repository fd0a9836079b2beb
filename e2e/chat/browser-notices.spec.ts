// Stories of notices in the browser. A headless browser shows no notices and reaches no push service, so these two are
// replaced by recordings. The settings, the service worker and its events are real.
import type { Page } from '@playwright/test'
import { expectFitsWidth, expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAsNewMember, expect, test } from '../support/visitor.ts'

const settings = '/message/index?tab=3'
const locateSection = (page: Page) => page.getByRole('region', { name: '浏览器通知' })

type BrowserNotice = { title: string; body?: string | undefined }

/** Replaces the permission, the subscription at the push service, and the function that shows a notice. */
const replaceNotices = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = () => Promise.resolve('granted')
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      document.documentElement.dataset['shown'] = JSON.stringify({ title, body: options?.body } satisfies BrowserNotice)
      return Promise.resolve()
    }
    const key = 'BIPUL12DLfytvTajnryr2PRdAgXS3HGKiLqndGcJGabyhHheJYlNGCeXl1dn18gSJ1WAkAPIxr4gK0_dQds4yiI'
    const subscription = {
      endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
      toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: key, auth: 'FPssNDTKnInHVndSTdbKFw' } }),
      unsubscribe: () => {
        localStorage.removeItem('subscribed')
        return Promise.resolve(true)
      },
    }
    const endpoint = localStorage.getItem('subscribed')
    if (endpoint) subscription.endpoint = endpoint
    PushManager.prototype.subscribe = () => {
      localStorage.setItem('subscribed', subscription.endpoint)
      return Promise.resolve(subscription as unknown as PushSubscription)
    }
    PushManager.prototype.getSubscription = () =>
      Promise.resolve(localStorage.getItem('subscribed') ? (subscription as unknown as PushSubscription) : null)
  })

/**
 * Sends a push to the service worker, as the browser does for its push service.
 * @returns the notices that the worker shows
 */
async function deliverPush(page: Page, text: string): Promise<BrowserNotice[]> {
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(() => {
    const recorder = globalThis as unknown as { shown: BrowserNotice[]; registration: ServiceWorkerRegistration }
    recorder.shown = []
    recorder.registration.showNotification = (title, options) => {
      recorder.shown.push({ title, body: options?.body })
      return Promise.resolve()
    }
  })
  const browser = await page.context().newCDPSession(page)
  const registrations: string[] = []
  browser.on('ServiceWorker.workerRegistrationUpdated', (event) =>
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId)),
  )
  await browser.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const { origin } = new URL(page.url())
  await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId: registrations[0]!, data: text })
  const readShown = () => worker!.evaluate(() => (globalThis as unknown as { shown: BrowserNotice[] }).shown)
  await expect.poll(async () => (await readShown()).length).toBe(1)
  return readShown()
}

test('a user turns notices on, gets one without content, and turns them off', async ({ page, request }) => {
  await replaceNotices(page)
  await enterAsNewMember(page, request)
  await page.goto(settings)
  await expect(locateSection(page)).toContainText('在公用电脑上请不要开启')
  await takePicture(page, '消息设置浏览器通知')
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '消息设置')
  await locateButton(page, '在此浏览器开启').click()
  await expect(locateSection(page)).toContainText('此浏览器已开启通知')
  const first = { title: '【心桥】浏览器通知已开启', body: '有新消息时，会在这里提醒您' }
  await expect(page.locator('html')).toHaveAttribute('data-shown', JSON.stringify(first))
  await page.reload()
  await expect(locateSection(page)).toContainText('此浏览器已开启通知')

  const notice = { title: '【心桥】您有一条预约提醒', body: '请登录后在消息中心查看' }
  const text = JSON.stringify({ ...notice, url: '/message/index', tag: 'booking', isUrgent: false })
  expect(await deliverPush(page, text)).toEqual([notice])

  await locateButton(page, '关闭').click()
  await expect(locateButton(page, '在此浏览器开启')).toBeVisible()
  await page.reload()
  await expect(locateButton(page, '在此浏览器开启')).toBeVisible()
})

test('a user whose browser cannot reach its push service reads so', async ({ page, request }) => {
  await replaceNotices(page)
  await page.addInitScript(() => {
    PushManager.prototype.subscribe = () => Promise.reject(new DOMException('push service error', 'AbortError'))
  })
  await enterAsNewMember(page, request)
  await page.goto(settings)
  await locateButton(page, '在此浏览器开启').click()
  await expect(locateSection(page)).toContainText('没有开启成功：这个浏览器现在连不上它的通知服务')
  await takePicture(page, '消息设置浏览器通知没有开启')
  await expect(locateButton(page, '在此浏览器开启')).toBeEnabled()
})

test('a user who forbade notices reads how to allow them', async ({ page, request }) => {
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await enterAsNewMember(page, request)
  await page.goto(settings)
  await expect(locateSection(page)).toContainText('请在地址栏旁的网站设置中改为“允许”')
  await expect(locateButton(page, '在此浏览器开启')).toHaveCount(0)
})

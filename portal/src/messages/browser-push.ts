// Notices in this browser: the browser's permission, and its subscription at the push service of its maker.
import { api } from '../session/api.ts'

export type PushState = 'unsupported' | 'blocked' | 'off' | 'failed' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The state of this browser, and the public key of the site for push notices. */
export async function readPushState(): Promise<{ state: PushState; publicKey: string }> {
  if (!isSupported()) return { state: 'unsupported', publicKey: '' }
  const subscription = await findSubscription()
  const { isOn, publicKey } = await api(
    'POST /message/push/state',
    subscription ? { endpoint: subscription.endpoint } : {},
  )
  if (Notification.permission === 'denied') return { state: 'blocked', publicKey }
  return { state: isOn ? 'on' : 'off', publicKey }
}

/** Some push services cannot be reached from everywhere, and some browsers then wait for ever. */
const maxSubscribeMs = 20_000

const subscribeInTime = (
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<PushSubscription | null> =>
  Promise.race([
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null),
    new Promise<null>((resolve) => setTimeout(() => resolve(null), maxSubscribeMs)),
  ])

/**
 * Asks the user, subscribes, and shows a first notice.
 * @returns 'blocked' when the user refuses, 'failed' when the browser cannot reach its push service
 */
export async function subscribeToPush(publicKey: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  await navigator.serviceWorker.register('/push-worker.js')
  const registration = await navigator.serviceWorker.ready
  // the subscription uses the site's key of that time, which may have been replaced
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const subscription = await subscribeInTime(registration, publicKey)
  if (!subscription) return 'failed'
  const { endpoint, keys = {} } = subscription.toJSON()
  await api('POST /message/push', { endpoint: endpoint!, p256dh: keys['p256dh']!, auth: keys['auth']! })
  await registration.showNotification('【心桥】浏览器通知已开启', {
    body: '有新消息时，会在这里提醒您',
    lang: 'zh-CN',
    icon: '/apple-touch-icon.png',
    tag: 'on',
  })
  return 'on'
}

export async function unsubscribeFromPush(): Promise<PushState> {
  const subscription = await findSubscription()
  if (subscription) {
    await api('POST /message/push/remove', { endpoint: subscription.endpoint })
    await subscription.unsubscribe()
  }
  return 'off'
}

// Web Push (RFC 8030): sends short encrypted texts to browsers, through the push services of their makers. The library
// encrypts (RFC 8291) and signs with the site's key (VAPID, RFC 8292).
import { createECDH } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Secrets } from '../auth/secrets.ts'

/** The address where a browser receives texts, and its keys, in base64url. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }
export type PushText = {
  subscription: PushSubscription
  text: string
  isUrgent: boolean
  /** Seconds after which the service drops the text; null for the usual time. */
  lifeSeconds: number | null
}

export type PushSender = {
  /** The key to which browsers bind their subscription: an uncompressed point of P-256 in base64url. */
  publicKey: string
  /**
   * True for a push service that the settings allow, so that a forged address cannot make the server call other hosts.
   */
  isKnownService: (endpoint: string) => boolean
  /**
   * @returns false when the browser has ended the subscription
   * @throws Error when the service is overloaded, fails or does not reply
   */
  send: (message: PushText) => Promise<boolean>
}

const timeoutMs = 10_000
const [urgentSeconds, ordinarySeconds] = [3600, 86_400]
/** The subscription is unknown or ended, or belongs to another key, because the root key was replaced. */
const endedStatuses = new Set([401, 403, 404, 410])

/** The site's key pair, derived from the root key, so that all nodes have the same one. */
function deriveKeys(secrets: Secrets) {
  const privateKey = Buffer.from(secrets.derive('web push'), 'base64url')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { privateKey: privateKey.toString('base64url'), publicKey: pair.getPublicKey('base64url') }
}

/** An entry is a host name, `*.` and a domain, or an origin such as `http://127.0.0.1:4000`. */
function matchesOrigin(entry: string, { protocol, hostname, origin }: URL): boolean {
  if (entry.includes('://')) return origin === entry
  const isHost = entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry
  return isHost && protocol === 'https:'
}

/** Push services accept a mail address or an https address as the sender. */
const contactAddressOf = (publicUrl: string) => publicUrl.replace(/^http:/, 'https:')

export function createPush({ PUSH_SERVICES, publicUrl }: Config, secrets: Secrets): PushSender {
  const { privateKey, publicKey } = deriveKeys(secrets)
  const vapidDetails = { subject: contactAddressOf(publicUrl), publicKey, privateKey }
  return {
    publicKey,
    isKnownService: (endpoint) =>
      URL.canParse(endpoint) && PUSH_SERVICES.some((entry) => matchesOrigin(entry, new URL(endpoint))),
    async send({ subscription: { endpoint, p256dh, auth }, text, isUrgent, lifeSeconds }) {
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails,
        TTL: lifeSeconds ?? (isUrgent ? urgentSeconds : ordinarySeconds),
        // a text with a short life must wake a sleeping phone
        urgency: isUrgent || lifeSeconds !== null ? 'high' : 'normal',
      })
      const reply = await fetch(endpoint, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await reply.body?.cancel()
      if (reply.ok) return true
      if (endedStatuses.has(reply.status)) return false
      throw new Error(`push service answered ${reply.status}`)
    },
  }
}

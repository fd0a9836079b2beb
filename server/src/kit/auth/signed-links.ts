// Short-lived links to private files, signed for one account and valid only in its session. So a link that was copied
// or logged does not work elsewhere.
import { isEqualSecret, type Secrets } from './secrets.ts'

/** Validity of a link: long enough to read a document. */
const linkLifetimeMs = 15 * 60_000

export const privatePath = '/files/v/'
const purpose = 'private-file'
const createLinkSignature = (secrets: Secrets, key: string, accountId: number, expiresAt: number) =>
  secrets.index(purpose, `${key}.${accountId}.${expiresAt}`)

/** @param name the name of the downloaded file */
export function signLink(
  secrets: Secrets,
  file: { key: string; name: string },
  accountId: number,
  now: number = Date.now(),
): string {
  const expiresAt = now + linkLifetimeMs
  const query = new URLSearchParams({
    until: `${expiresAt}`,
    sign: createLinkSignature(secrets, file.key, accountId, expiresAt).toString('base64url'),
  })
  return `${privatePath}${file.key}/${encodeURIComponent(file.name)}?${query.toString()}`
}

export function isSignedLink(
  secrets: Secrets,
  { key, until: expiresAt, sign }: { key: string; until: string; sign: string },
  accountId: number,
  now: number = Date.now(),
): boolean {
  const end = Number(expiresAt)
  if (!Number.isSafeInteger(end) || end < now) return false
  return isEqualSecret(createLinkSignature(secrets, key, accountId, end), Buffer.from(sign, 'base64url'))
}

/** Returns the key of the file in a link, valid or expired; null for any other text. */
export function readLinkKey(address: string): string | null {
  const match = /^(?:https?:\/\/[^/?#]+)?\/files\/v\/([\w-]{20,40})\/[^/?#]*(?:\?[^#]*)?$/.exec(address)
  return match?.[1] ?? null
}

// Authorises calls of the server API by a signature over secret, nonce and time. A signature is valid once, for five
// minutes.
import { createHash, randomBytes } from 'node:crypto'
import {
  clockToleranceSeconds,
  maxNonceLength,
  type ServerApiErrorName,
} from '@xinqiao/contract/server-api/server-api.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { isEqualSecret, type Secrets } from '../../../kit/auth/secrets.ts'
import type { Kit } from '../../../kit/ctx.ts'
import * as store from './call-store.ts'

export type SignedHeaders = { appKey: string; nonce: string; curTime: string; checkSum: string }
export type Authorisation = { appId: number | null; refusal: ServerApiErrorName | null }

const noApp = sealBindings.appSecret(0)
/** Sealed random secrets that belong to no app, one for each set of keys. */
const substitutes = new WeakMap<Secrets, Uint8Array>()

/** Opens a random secret in place of a missing one, so that an unknown app needs the same work. */
function openSecret(secrets: Secrets, sealed: Uint8Array | undefined, binding: typeof noApp): string {
  if (sealed && sealed.length > 0) return secrets.open(sealed, binding)
  const substitute = substitutes.get(secrets) ?? secrets.seal(randomBytes(32).toString('base64url'), noApp)
  substitutes.set(secrets, substitute)
  return secrets.open(substitute, noApp)
}

function isSignedWith(secret: string, { nonce, curTime, checkSum }: SignedHeaders): boolean {
  const expected = createHash('sha1').update(`${secret}${nonce}${curTime}`).digest()
  return isEqualSecret(expected, Buffer.from(checkSum, 'hex'))
}

/**
 * Does not read the body. Only a valid signature uses up its nonce, so that strangers cannot use up the nonces of an
 * app.
 */
export async function authoriseServerCall({ sql, secrets }: Kit, headers: SignedHeaders): Promise<Authorisation> {
  const { nonce, curTime } = headers
  const app = await store.selectSigningApp(sql, headers.appKey)
  const appId = app?.id ?? null
  const secret = openSecret(secrets, app?.secret_sealed, sealBindings.appSecret(app?.id ?? 0))
  const former = openSecret(secrets, app?.former_secret_sealed, sealBindings.formerAppSecret(app?.id ?? 0))
  const isSigned = [isSignedWith(secret, headers), isSignedWith(former, headers)].includes(true)
  if (!app) return { appId, refusal: 'unknownApp' }
  // only ten digits: nonce and time are signed as one text, and a replay could move digits from one to the other
  const seconds = /^\d{10}$/.test(curTime) ? Number(curTime) : 0
  if (Math.abs(Date.now() / 1000 - seconds) > clockToleranceSeconds) return { appId, refusal: 'wrongClock' }
  if (nonce === '' || nonce.length > maxNonceLength) return { appId, refusal: 'wrongNonce' }
  if (!isSigned) return { appId, refusal: 'wrongSignature' }
  if (!app.is_open) return { appId, refusal: 'closedApp' }
  // one minute more, in case the clock of the database is behind
  const endsAt = new Date((seconds + clockToleranceSeconds + 60) * 1000)
  return { appId, refusal: (await store.insertNonce(sql, app.id, nonce, endsAt)) ? null : 'usedNonce' }
}

const retentionDays = 90
export const deleteOldApiCalls = ({ sql }: Pick<Kit, 'sql'>): Promise<number> =>
  store.deleteApiCallsOlderThan(sql, retentionDays)

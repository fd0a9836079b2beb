// Signed tokens that are not stored: one uploads an object, one opens it for at most an hour. Keys let a login sign
// addresses itself.
import { createHmac, randomBytes } from 'node:crypto'
import type { FileSigningKey } from '@xinqiao/contract/im/accounts/auth.ts'
import { dayMs, hourMs } from '@xinqiao/contract/time.ts'
import type { Kit } from '../../kit/ctx.ts'
import { isEqualSecret, type Secrets } from '../../kit/auth/secrets.ts'

const uploadLifetimeMs = dayMs
const openLifetimeMs = hourMs
const keyLifetimeMs = dayMs

/** `login`: id of the login that asked for the token, which is void when that login ends. */
export type UploadGrant = { object: string; imId: number; login: number; survivalSeconds: number | null }

const signGrant = (secrets: Secrets, purpose: string, text: string) =>
  secrets.index(purpose, text).toString('base64url')

function isValidSignature(secrets: Secrets, purpose: string, text: string, seal_: string): boolean {
  return isEqualSecret(secrets.index(purpose, text), Buffer.from(seal_, 'base64url'))
}

export const createObjectName = (): string => randomBytes(18).toString('base64url')

export function createUploadToken(secrets: Secrets, { object, imId, login, survivalSeconds }: UploadGrant): string {
  const body = `${object}.${imId}.${Date.now() + uploadLifetimeMs}.${survivalSeconds ?? ''}.${login}`
  return `${body}.${signGrant(secrets, 'chat-upload', body)}`
}

/**
 * The caller checks that the login is alive.
 * @returns null for a token that is invalid, for another object, or expired
 */
export function readUploadToken(secrets: Secrets, token: string, object: string): UploadGrant | null {
  const dotAt = token.lastIndexOf('.')
  const body = token.slice(0, Math.max(0, dotAt))
  if (!isValidSignature(secrets, 'chat-upload', body, token.slice(dotAt + 1))) return null
  const [name = '', imId, until, survival = '', login = ''] = body.split('.')
  if (name !== object || Number(until) < Date.now()) return null
  return {
    object,
    imId: Number(imId),
    login: Number(login),
    survivalSeconds: survival === '' ? null : Number(survival),
  }
}

/** `reader`: chat account that must be allowed to open the object; null in a room, whose visitors are not listed. */
type FileReadGrant = { object: string; reader: number | null }

const readGrantText = ({ object, reader }: FileReadGrant, until: string) =>
  reader === null ? `${object}.${until}` : `${object}.${until}.${reader}`

/** Query string that opens the object without a login, for as long as the reader may open it. */
export function createSignedFileQuery(secrets: Secrets, opening: FileReadGrant): string {
  const until = `${Date.now() + openLifetimeMs}`
  const reader = opening.reader === null ? '' : `&reader=${opening.reader}`
  return `&until=${until}${reader}&sign=${signGrant(secrets, 'chat-open', readGrantText(opening, until))}`
}

/**
 * Reads the query string of `createSignedFileQuery`.
 * @returns the object and who may open it; null when the signature is wrong or the address has expired
 */
export function verifySignedFileQuery(secrets: Secrets, object: string, query: URLSearchParams): FileReadGrant | null {
  const [until, reader, sign] = ['until', 'reader', 'sign'].map((name) => query.get(name))
  const opening = { object, reader: reader ? Number(reader) : null }
  if (!until || !sign || !(Number(until) > Date.now())) return null
  return isValidSignature(secrets, 'chat-open', readGrantText(opening, until), sign) ? opening : null
}

const fileKeyOf = (secrets: Secrets, login: number, until: number): string =>
  signGrant(secrets, 'chat-file-key', `${login}.${until}`)

/**
 * Creates the key that signs a login's file addresses. They stop working when the login ends.
 * @param login id of a sign-in session, or the negative id of a token
 */
export function createFileKey({ secrets, config }: Pick<Kit, 'secrets' | 'config'>, login: number): FileSigningKey {
  const until = Date.now() + keyLifetimeMs
  return { login, until, key: fileKeyOf(secrets, login, until), origin: new URL(config.publicUrl).origin }
}

/** The login whose key signed this address, or null. The caller checks that it is alive. */
export function verifySigningLogin(secrets: Secrets, object: string, query: URLSearchParams): number | null {
  const [login, until] = [Number(query.get('login')), Number(query.get('until'))]
  if (!Number.isSafeInteger(login) || !(until > Date.now())) return null
  const expected = createHmac('sha256', fileKeyOf(secrets, login, until))
    .update(object)
    .digest()
  return isEqualSecret(expected, Buffer.from(query.get('sign') ?? '', 'hex')) ? login : null
}

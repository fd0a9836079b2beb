// Tokens of LiveKit: JWT signed with HMAC-SHA256, with what their bearer may do in one room.
import { createHmac } from 'node:crypto'

export type LiveKitKey = { key: string; secret: string }
export type VideoGrant = {
  room?: string
  roomJoin?: boolean
  roomCreate?: boolean
  roomAdmin?: boolean
  roomList?: boolean
  canPublish?: boolean
  canPublishData?: boolean
  canSubscribe?: boolean
  canUpdateOwnMetadata?: boolean
  canPublishSources?: string[]
}

const encode = (value: object | Buffer): string =>
  Buffer.from(Buffer.isBuffer(value) ? value : JSON.stringify(value)).toString('base64url')

/** @param identity empty for the token of a server */
export function signToken(
  { key, secret }: LiveKitKey,
  { identity, video, seconds }: { identity: string; video: VideoGrant; seconds: number },
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: key, sub: identity, nbf: now - 10, exp: now + seconds, video }
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${content}.${encode(createHmac('sha256', secret).update(content).digest())}`
}

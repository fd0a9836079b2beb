// Settings of the media server for group calls, and its rooms.
import { isIP } from 'node:net'
import { z } from 'zod'
import { isLoopbackHost, isPublicAddress } from '../network/network-address.ts'
import { createJanusRooms } from './janus/janus-rooms.ts'
import { createLiveKitRooms } from './livekit/livekit-rooms.ts'
import type { MediaRooms } from './media-rooms.ts'

const pattern = /^(janus\+wss?|livekit\+https?):\/\//

/** True for this machine, a private address, or a name inside the operator's network, such as `janus`. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return isLoopbackHost(host) || !host.includes('.')
}

/** Checks `SFU_URL`. An address without encryption must be on this machine or in the operator's own network. */
function isSfuUrl(text: string): boolean {
  if (!pattern.test(text) || !URL.canParse(text.replace(/^\w+\+/, ''))) return false
  const { protocol, hostname, username, password, search, hash } = new URL(text.replace(/^\w+\+/, ''))
  if (['ws:', 'http:'].includes(protocol) && !isPrivateHost(hostname)) return false
  return [username, password, search, hash].every((part) => part === '')
}

export const SfuUrl = z
  .string()
  .refine(isSfuUrl, '应形如 janus+ws://127.0.0.1:8188 或 livekit+https://sfu.example.cn；不加密的地址只能在内网')
  .optional()
export const SfuKey = z.string().max(200).optional()
export const SfuSecret = z.string().min(16).max(200).optional()

type SfuSettings = { SFU_URL?: string | undefined; SFU_KEY?: string | undefined; SFU_SECRET?: string | undefined }

/** @returns an error message when one of the settings is missing; otherwise null */
export function findSfuFault({ SFU_URL: url, SFU_KEY: key, SFU_SECRET: secret }: SfuSettings): string | null {
  if (url === undefined) return secret === undefined ? null : '环境变量 SFU_URL 未设置，SFU_SECRET 需要它'
  if (secret === undefined) return '环境变量 SFU_SECRET 未设置，SFU_URL 需要它'
  if (url.startsWith('livekit') && key === undefined) return '环境变量 SFU_KEY 未设置，LiveKit 的 SFU_URL 需要它'
  return null
}

/** @returns null without a media server: calls then have two sides */
export function createMediaRooms({
  SFU_URL: url,
  SFU_KEY: key = '',
  SFU_SECRET: secret = '',
}: SfuSettings): MediaRooms | null {
  if (url === undefined) return null
  const address = url.replace(/^\w+\+/, '')
  return url.startsWith('janus')
    ? createJanusRooms({ url: address, secret })
    : createLiveKitRooms({ url: address, key, secret })
}

/** The origin that pages reach with their sockets; null when all goes through this server. */
export const sfuOriginOf = ({ SFU_URL: url }: SfuSettings): string | null =>
  url?.startsWith('livekit') ? new URL(url.replace(/^\w+\+/, '')).origin : null

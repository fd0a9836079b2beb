// Settings of the servers that calls need to connect: relays (TURN) and servers that tell the public address (STUN).
import { z } from 'zod'

const relayPattern = /^turns?:[^\s:?,@]+(:\d{1,5})?(\?transport=(udp|tcp))?$/
const stunPattern = /^stuns?:[^\s:?,@]+(:\d{1,5})?$/

const listOf = (pattern: RegExp, example: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []))
    .refine((urls) => urls.every((url) => pattern.test(url)), `应形如 ${example}，多个以逗号分隔`)
    .refine((urls) => urls.length <= 8, '最多8个地址')

export const RelayUrls = listOf(relayPattern, 'turns:turn.example.cn:443?transport=tcp')
export const StunUrls = listOf(stunPattern, 'stun:stun.example.cn:3478')
export const RelaySecret = z.string().min(16).max(200).optional()

/** @returns an error message when one of address and secret of the relay is missing; otherwise null */
export function findRelayFault({
  TURN_URLS: urls,
  TURN_SECRET: secret,
}: {
  TURN_URLS: readonly string[]
  TURN_SECRET?: string | undefined
}): string | null {
  if (urls.length > 0 && secret === undefined) return '环境变量 TURN_SECRET 未设置，TURN_URLS 需要它'
  if (urls.length === 0 && secret !== undefined) return '环境变量 TURN_URLS 未设置，TURN_SECRET 需要它'
  return null
}

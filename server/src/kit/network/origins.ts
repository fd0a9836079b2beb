// Settings that are origins: scheme, host and port.
import { z } from 'zod'

/** Accepts only scheme, host and port, because user info or a fragment would hide the host. */
export const isOrigin = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { username, password, pathname, search, hash } = new URL(value)
  return username === '' && password === '' && pathname === '/' && search === '' && hash === ''
}

const isHttpOrigin = (value: string): boolean => /^https?:/.test(value) && isOrigin(value)

/** Origins from which the pages of lectures play streams and recordings, separated by commas. */
export const StreamOrigins = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((item) => item.trim() || []))
  .refine(
    (origins) => origins.every(isHttpOrigin),
    '应为以逗号分隔的来源，只含协议、域名与端口，如 https://live.example.cn',
  )
  .transform((origins) => origins.map((origin) => new URL(origin).origin))

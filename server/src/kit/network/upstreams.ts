// Setting with the HTTP services that pages of the chat may call through the server.
import { z } from 'zod'

const parseUpstream = (item: string): [name: string, address: string] => {
  const [, name = '', address = ''] = /^([\w-]{1,32}(?:@\d{1,15})?)=(https?:\/\/.+)$/.exec(item.trim()) ?? []
  return [name, address]
}

/** Accepts no user info, query or fragment, because paths of pages are added to the address. */
function isUpstream(item: string): boolean {
  const [, address] = parseUpstream(item)
  if (!URL.canParse(address)) return false
  const { username, search, hash } = new URL(address)
  return username === '' && search === '' && hash === ''
}

/** `weather=https://api.example.cn/v1,crm@7=…` as a map from names to addresses. A number is the id of an app. */
export const Upstreams = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((item) => item.trim() !== ''))
  .refine((items) => items.every(isUpstream), '应形如 weather=https://api.example.cn/v1，多个以逗号分隔')
  .transform((items): ReadonlyMap<string, string> => new Map(items.map(parseUpstream)))

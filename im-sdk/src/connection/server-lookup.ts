// Server lookup: asks the location service, then a backup every two seconds, then uses the default link (messaging.md
// 4).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { fetchJson } from './fetch-json.ts'

export type ServerLookupOptions = {
  /** The service and its backups, in order. Empty when the page sets the address. */
  serviceUrls: readonly string[]
  /** Query parameters: the app key and the account. */
  query?: Record<string, string>
  /** Empty when there is none. */
  defaultLink: string
  /** Time to answer before the next service is asked. */
  timeoutMs?: number
}
type LookupReply = { common?: { link?: unknown } }

const isHttpAddress = (link: unknown): link is string => typeof link === 'string' && /^https?:\/\/[^/]/.test(link)

export function createServerLookup({
  serviceUrls,
  query = {},
  defaultLink,
  timeoutMs: stepMs = 2_000,
}: ServerLookupOptions) {
  let links: string[] = []

  async function fetchLinks(service: string): Promise<string[]> {
    const url = `${service}${service.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`
    const answer = (await fetchJson<LookupReply>(url, stepMs))?.common?.link
    return Array.isArray(answer) ? answer.filter(isHttpAddress) : []
  }

  async function lookUpLinks(): Promise<string[]> {
    for (const service of serviceUrls) {
      // oxlint-disable-next-line no-await-in-loop -- asks a backup only when the one before it does not answer
      const answer = await fetchLinks(service)
      if (answer.length > 0) return answer
    }
    if (!defaultLink) throw imFail('offline', '无法获取服务器地址')
    return [defaultLink]
  }

  return {
    /** @throws ImFailure when no service answers and there is no default link */
    async current(): Promise<string> {
      if (links.length === 0) links = await lookUpLinks()
      return links[0]!
    },
    /** Drops a link that failed. After the last one, the service is asked again. */
    fail: (): void => void links.shift(),
  }
}
export type ServerLookup = ReturnType<typeof createServerLookup>

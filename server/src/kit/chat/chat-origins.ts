// Origins whose pages may use the chat: those of this installation (the public address, then IM_LINKS), and those of
// apps.
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import type { Sql } from '../db/driver/sql.ts'
import { createTtlCache } from '../db/ttl-cache.ts'

type ChatOriginServices = { config: Pick<Config, 'publicUrl' | 'IM_LINKS'>; sql: Sql }

/** Changed origins of an app take effect on every node within this time. */
const appsTtlMs = 2_000

export function chatOrigins({ publicUrl, IM_LINKS }: Pick<Config, 'publicUrl' | 'IM_LINKS'>): string[] {
  return [...new Set([publicUrl, ...IM_LINKS].map((link) => new URL(link).origin))]
}

/** The apps of each origin, also closed ones; several apps may name the same one. */
const readAppOrigins = createTtlCache(appsTtlMs, async (sql) => {
  const rows = await sql<{ id: number; origin: string; is_open: boolean }[]>`
    select id, unnest(origins) as origin, is_open from im_app`
  return Map.groupBy(rows, ({ origin }) => origin)
})

/** True for pages that may upload and read files: those of the site and of open apps. */
export async function isChatOrigin(kit: ChatOriginServices, origin: string): Promise<boolean> {
  if (chatOrigins(kit.config).includes(origin)) return true
  return (await readAppOrigins(kit)).get(origin)?.some((app) => app.is_open) ?? false
}

/** True also for pages of closed apps, which learn from the refused login that their app is closed. */
export async function mayConnectFrom(kit: ChatOriginServices, origin: string): Promise<boolean> {
  return chatOrigins(kit.config).includes(origin) || (await readAppOrigins(kit)).has(origin)
}

/**
 * True for the public address, for IM_LINKS, and for the host of the request, because the site may have further names.
 */
export function isSitePage(
  { config }: Pick<ChatOriginServices, 'config'>,
  origin: string,
  host: string | undefined,
): boolean {
  const ownHosts = [host, ...chatOrigins(config).map((own) => new URL(own).host)]
  return ownHosts.includes(new URL(origin).host)
}

type PageHeaders = Pick<IncomingHttpHeaders, 'origin' | 'host'>
/** False for scripts of other sites. Programs send no origin, and sandboxed pages send `null`. */
export async function isChatPage(kit: ChatOriginServices, { origin, host }: PageHeaders): Promise<boolean> {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return isSitePage(kit, origin, host) || mayConnectFrom(kit, origin)
}

/** `isOnSite`: pages of this installation use the app. */
type AppOfAccount = { id: number; isOnSite: boolean }
/** True for a page of this app, and for programs. So a page can sign in only accounts of its own app. */
export async function isPageOfApp(
  kit: ChatOriginServices,
  { origin, host }: PageHeaders,
  app: AppOfAccount,
): Promise<boolean> {
  if (origin === undefined) return true
  if (app.isOnSite && isSitePage(kit, origin, host)) return true
  return (await readAppOrigins(kit)).get(origin)?.some(({ id }) => id === app.id) ?? false
}

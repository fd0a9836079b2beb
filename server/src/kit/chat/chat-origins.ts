// Origins whose pages may use the chat: those of this installation (the public address, then IM_LINKS), and those of
// open apps.
import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../config.ts'
import type { Sql } from '../db/sql.ts'
import { makeTtlCache } from '../db/ttl-cache.ts'

type Source = { config: Pick<Config, 'publicUrl' | 'IM_LINKS'>; sql: Sql }

/** A changed app takes effect on every node after this time. */
const appsTtlMs = 2_000

export function chatOrigins({ publicUrl, IM_LINKS }: Pick<Config, 'publicUrl' | 'IM_LINKS'>): string[] {
  return [...new Set([publicUrl, ...IM_LINKS].map((link) => new URL(link).origin))]
}

const readAppOrigins = makeTtlCache(appsTtlMs, async ({ sql }: Pick<Source, 'sql'>) => {
  const rows = await sql<{ origin: string }[]>`select unnest(origins) as origin from im_app where is_open`
  return new Set(rows.map(({ origin }) => origin))
})

export async function isChatOrigin(kit: Source, origin: string): Promise<boolean> {
  return chatOrigins(kit.config).includes(origin) || (await readAppOrigins(kit)).has(origin)
}

/** Refuses scripts of other sites. Programs send no origin, sandboxed pages `null`; the site may have further names. */
export async function isChatPage(kit: Source, { origin, host }: IncomingHttpHeaders): Promise<boolean> {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const ownHosts = [host, ...chatOrigins(kit.config).map((own) => new URL(own).host)]
  return ownHosts.includes(new URL(origin).host) || isChatOrigin(kit, origin)
}

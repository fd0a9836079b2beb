// SQL of banners, the floating ad, the site settings and the version of the public content.
import type { Rows } from '../../../db/rows.ts'
import { toJson, type Db } from '../../kit/db/db.ts'
import { firstRow } from '../../kit/db/results.ts'

export type BannerRow = Omit<Rows['banner'], 'kind'> & { kind: 'head' | 'small' }

const bannerColumns = (db: Db) =>
  db(['id', 'kind', 'title', 'subtitle', 'link', 'picture_key', 'position', 'enabled'] satisfies (keyof BannerRow)[])

export const selectBanners = (db: Db, kind?: 'head' | 'small') =>
  kind
    ? db<
        BannerRow[]
      >`select ${bannerColumns(db)} from banner where kind = ${kind} and enabled order by position, id limit 12`
    : db<BannerRow[]>`select ${bannerColumns(db)} from banner order by kind, position, id`

export async function upsertBanner(db: Db, values: Omit<BannerRow, 'id'>, id?: number): Promise<BannerRow | null> {
  const [row] =
    id === undefined
      ? await db<BannerRow[]>`insert into banner ${db(values)} returning ${bannerColumns(db)}`
      : await db<BannerRow[]>`update banner set ${db(values)} where id = ${id} returning ${bannerColumns(db)}`
  return row ?? null
}

export async function deleteBannerRow(db: Db, id: number): Promise<boolean> {
  return (await db`delete from banner where id = ${id}`).count === 1
}

export type FloatingAdRow = Omit<Rows['floating_ad'], 'only_row'>

export const selectFloatingAd = (db: Db) =>
  firstRow(db<FloatingAdRow[]>`select enabled, title, link, picture_key from floating_ad`)

export async function upsertFloatingAd(db: Db, values: FloatingAdRow): Promise<void> {
  await db`insert into floating_ad ${db(values)} on conflict (only_row) do update set ${db(values)}`
}

export async function selectSiteSettings(db: Db): Promise<unknown> {
  const [row] = await db<{ settings: unknown }[]>`select settings from site_settings`
  return row?.settings ?? null
}

export async function upsertSiteSettings(db: Db, settings: Record<string, unknown>): Promise<void> {
  const json = toJson(db, settings)
  await db`insert into site_settings (settings) values (${json}) on conflict (only_row) do update set settings = ${json}`
}

/**
 * Version of all public content. It changes when content changes or a scheduled article is due. It uses the clock of
 * the database, like the view visible_article.
 */
export async function selectContentVersion(db: Db): Promise<string> {
  const [row] = await db<{ version: number; generation: number; newest: Date | null }[]>`
    select version, (select generation from database_history) as generation, (select max(publish_at) from article where state = 'published' and publish_at <= now()) as newest
    from content_version`
  return `${row?.generation}:${row?.version}:${row?.newest?.getTime()}`
}

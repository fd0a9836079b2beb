// SQL of apps: sites whose pages may use the chat.
import type { Rows } from '../../../db/rows.ts'
import { valuesWithId, type Db, type Tx } from '../../kit/db/db.ts'
import type { PageLimits } from '../../kit/db/lists.ts'
import { firstRow, onlyRow, readPage } from '../../kit/db/results.ts'

type AppRow = Rows['im_app']

/** The app of the site first, then the playground, then the newest. */
export function selectApps(db: Db, { limit, offset }: PageLimits) {
  return readPage(
    db<Omit<AppRow, 'secret_sealed' | 'former_secret_sealed' | 'former_secret_until' | 'updated_at'>[]>`
      select id, app_key, name, origins, is_site, is_playground, is_open, alert_url, push_url, created_at from im_app
      order by is_site desc, is_playground desc, id desc limit ${limit} offset ${offset}`,
    db<{ count: number }[]>`select count(*) from im_app`,
  )
}

/** The app of this key, also a closed one; without a key, the site. */
export const selectAppOfKey = (db: Db, appKey: string) =>
  firstRow(db<Pick<AppRow, 'id' | 'is_site' | 'is_playground' | 'is_open'>[]>`
    select id, is_site, is_playground, is_open from im_app
    where app_key = ${appKey} or (${appKey} = '' and is_site)`)

export const insertApp = (
  db: Db,
  app: Pick<AppRow, 'id' | 'name' | 'origins' | 'alert_url' | 'push_url' | 'secret_sealed'>,
) => onlyRow(db<{ app_key: string }[]>`insert into im_app ${valuesWithId(db, app)} returning app_key`)

export const lockApp = (tx: Tx, id: number) =>
  firstRow(tx<Pick<AppRow, 'app_key' | 'is_site' | 'is_playground' | 'secret_sealed'>[]>`
    select app_key, is_site, is_playground, secret_sealed from im_app where id = ${id} for update`)

export type AppChange = Partial<Pick<AppRow, 'name' | 'origins' | 'alert_url' | 'push_url' | 'is_open'>>
export const updateApp = (db: Db, id: number, change: AppChange) =>
  db`update im_app set ${db(change)}, updated_at = now() where id = ${id}`

/** The former secret stays valid for a day. */
export const updateSecret = (db: Db, id: number, sealed: Pick<AppRow, 'secret_sealed' | 'former_secret_sealed'>) => db`
  update im_app set ${db(sealed as { secret_sealed: Buffer; former_secret_sealed: Buffer })},
    former_secret_until = now() + interval '1 day', updated_at = now()
  where id = ${id}`

// SQL of the proxy.
import type { Db } from '../../kit/db/db.ts'
import { onlyRow } from '../../kit/db/results.ts'

export async function isSiteApp(db: Db, appId: number): Promise<boolean> {
  const row = await onlyRow(db<{ is_site: boolean }[]>`select is_site from im_app where id = ${appId}`)
  return row.is_site
}

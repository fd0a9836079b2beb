// SQL of the announcements.
import type { AnnouncementId } from '@xinqiao/contract/announcements.ts'
import type { Rows } from '../../../../db/rows.ts'
import type { Db, Tx } from '../../../kit/db/db.ts'
import { firstRow } from '../../../kit/db/results.ts'

export type AnnouncementRow = Rows['announcement']

export const selectAnnouncement = (db: Db, id: AnnouncementId) =>
  firstRow(db<AnnouncementRow[]>`select * from announcement where id = ${id}`)

type AnnouncementValues = Pick<AnnouncementRow, 'title' | 'dated' | 'lead' | 'content' | 'changed_by'>

/** @returns false when the text has changed since `version` was read; version 0 is the default text */
export async function upsertAnnouncement(
  tx: Tx,
  id: AnnouncementId,
  version: number,
  values: AnnouncementValues,
): Promise<boolean> {
  const { count } =
    version === 0
      ? await tx`insert into announcement ${tx({ id, ...values })} on conflict (id) do nothing`
      : await tx`
          update announcement set ${tx(values)}, version = version + 1, changed_at = now()
          where id = ${id} and version = ${version}`
  return count === 1
}

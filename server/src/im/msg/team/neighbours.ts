// Messages beside reported ones, for staff. They are read and not stored, so recalled and erased ones are gone.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Kit } from '../../../kit/ctx.ts'
import type { Db } from '../../../kit/db/db.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { selectNeighbours } from './neighbour-store.ts'

const neighboursOnEachSide = 2

export type Neighbour = { reportedId: number; isAfter: boolean; msg: WireMessage }

/** The messages before and after each of these, oldest first. */
export async function listNeighbours(
  db: Db,
  { bodies }: Pick<Kit, 'bodies'>,
  messageIds: readonly number[],
): Promise<Neighbour[]> {
  const rows = await selectNeighbours(db, messageIds, neighboursOnEachSide)
  return rows.map((row) => ({
    reportedId: row.reported_id,
    isAfter: row.is_after,
    msg: presentMessage(row, bodies),
  }))
}

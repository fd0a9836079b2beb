// Reads messages of high priority that the bus has lost, or that a node stored before it died (decision 025).
import { listHighPriorityMessages, signFilesOf } from '../../im/chat.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Rooms } from './rooms.ts'

/** Delivers them to the visitors of this node. */
export async function deliverMissedMessages(
  kit: Pick<Kit, 'sql' | 'secrets' | 'config'>,
  rooms: Pick<Rooms, 'listMissedPeriods' | 'deliverMissed'>,
): Promise<void> {
  const startedAt = Date.now()
  const periods = rooms.listMissedPeriods()
  if (periods.length === 0) return
  const messages = await listHighPriorityMessages(kit, periods, (content) => signFilesOf(kit, content, null))
  rooms.deliverMissed(messages, startedAt)
}

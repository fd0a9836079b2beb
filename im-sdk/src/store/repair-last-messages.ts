// Corrects the last messages of conversations after messages were removed or hidden.
import type { Store } from './store.ts'
import type { LocalDatabase } from './local-database.ts'
import type { MessageRow } from './stored-rows.ts'

/**
 * Corrects the last message of each conversation. Drops it when another tab removed the message while this row was
 * written. When it is hidden on this device, loads the last visible one before it.
 */
export async function repairLastMessages(
  store: Store,
  database: LocalDatabase,
  sessionIds: Iterable<string>,
): Promise<void> {
  const isHidden = (idClient = '') => store.localFields.get(`msg ${idClient}`)?.isDeleted === true
  const findVisibleMessage = async (sessionId: string, start: number) => {
    const isMatch = ({ msg, idClient }: MessageRow) => msg !== undefined && !isHidden(idClient)
    const [row] = await database.findMessages({ sessionId, start, limit: 1, isMatch })
    return row?.msg ?? null
  }
  async function repair(sessionId: string): Promise<void> {
    const conversation = store.conversations.get(sessionId)
    if (!conversation?.lastMsg) return
    const { lastMsg, session } = conversation
    const isGone = store.removedIds.has(lastMsg.idServer)
    if (!isGone && !(isHidden(lastMsg.idClient) && conversation.msgs.every(({ idClient }) => isHidden(idClient))))
      return
    const lastMessage = await findVisibleMessage(sessionId, session.clearTime)
    if (isGone) conversation.lastMsg = lastMessage
    if (isGone) conversation.msgs = []
    // messages that arrived during the lookup follow it
    if (lastMessage && !conversation.msgs.some(({ idServer }) => idServer === lastMessage.idServer))
      conversation.msgs.unshift(lastMessage)
  }
  await Promise.all(Array.from(sessionIds, repair))
}

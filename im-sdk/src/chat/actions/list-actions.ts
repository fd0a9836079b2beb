// Actions of a user on the list of conversations.
import type { Client } from '../../client.ts'
import { sessionIdOfKey, targetOfKey } from '../state/conversation-key.ts'

export const createListActions = ({ request }: Client) => ({
  async setTop(to: string, isTop: boolean): Promise<void> {
    const id = sessionIdOfKey(to)
    await request(isTop ? 'msgExtend.addStickTopSession' : 'msgExtend.deleteStickTopSession', { id })
  },
  /**
   * Removes the conversation from the list on every device. The messages stay, and the next message brings the
   * conversation back.
   */
  async deleteConversation(to: string): Promise<void> {
    await request('msg.deleteSessions', { sessions: [targetOfKey(to)] })
  },
})

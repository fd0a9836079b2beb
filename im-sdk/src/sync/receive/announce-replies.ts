// The rule that a reply announces its message: a push or a sync that brings a message of this device earlier stays
// silent.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'

export function createReplyTracker(account: string) {
  /** The idClients of this account's messages in flight. */
  const sendingIds = new Set<string>()
  /** The idClients of sent messages whose reply arrived before earlier messages, which are fetched first. */
  const answeredIds = new Set<string>()
  return {
    sendingIds,
    markAnswered: ({ idClient }: WireMessage): void => void answeredIds.add(idClient),
    /**
     * True for a sent message in flight. Also for one whose reply arrived before earlier messages, until it is merged.
     */
    isAnnouncedByReply: ({ from, idClient }: WireMessage): boolean =>
      from === account && (answeredIds.has(idClient) || sendingIds.has(idClient)),
    /** Says the same of a message that is being merged, and forgets that its reply came early. */
    claim: ({ from, idClient }: WireMessage): boolean =>
      from === account && (answeredIds.delete(idClient) || sendingIds.has(idClient)),
  }
}

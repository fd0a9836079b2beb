// Reactions (quick comments) under the messages of groups: read for the lines of open threads, and changed by pushes.
import type { CommandInput, PushData } from '@xinqiao/contract/im/index.ts'
import { markLimits } from '@xinqiao/contract/im/messages/message-marks.ts'
import type { Client } from '../../client.ts'
import { targetOfKey } from '../state/conversation-key.ts'
import type { ChatLine, Reaction } from '../state/state.ts'

type MessagesToFetchReactionsOf = CommandInput<'msgExtend.getQuickComments'>['msgs']
/** A reaction of one account. */
type AccountReaction = { from: string; body: number }

const noReactions: readonly Reaction[] = []

/** @param publish called after each change */
export function createReactionTracker(client: Client, account: string, publish: () => void) {
  const marksByMessage = new Map<string, readonly AccountReaction[]>()
  /** The reactions of each message, as screens show them. A list is replaced only when its reactions change. */
  const reactionsByMessage = new Map<string, readonly Reaction[]>()
  /** Messages whose reactions were requested, or that arrived without any. */
  const knownIds = new Set<string>()
  let waiting: MessagesToFetchReactionsOf = []

  function setMarks(idServer: string, marks: readonly AccountReaction[]): void {
    marksByMessage.set(idServer, marks)
    const reactions = [...Map.groupBy(marks, ({ body }) => body)].map(([body, list]) => ({
      body,
      count: list.length,
      isOwn: list.some(({ from }) => from === account),
    }))
    reactionsByMessage.set(
      idServer,
      reactions.sort((a, b) => a.body - b.body),
    )
  }

  function receive({ msg, comment, isAdded }: PushData<'msgExtend.quickComment'>): void {
    const { from, body } = comment
    const others = (marksByMessage.get(msg.idServer) ?? []).filter((mark) => mark.from !== from || mark.body !== body)
    setMarks(msg.idServer, isAdded ? [...others, { from, body }] : others)
    publish()
  }

  async function fetchWaiting(): Promise<void> {
    const msgs = waiting.splice(0, markLimits.commentedMessages)
    try {
      const { lists } = await client.request('msgExtend.getQuickComments', { msgs })
      for (const { idServer, comments } of lists) setMarks(idServer, comments)
      publish()
    } catch {
      // after a failure, the next sync requests these reactions again
    }
    if (waiting.length > 0) await fetchWaiting()
  }

  return {
    receive,
    /** A new message has no reactions yet; later ones arrive as pushes. */
    receiveMessage: (idServer: string): void => void knownIds.add(idServer),
    /** Requests reactions again after a sync, because pushes may have been missed. */
    refresh: (): void => knownIds.clear(),
    /** Reactions of these lines of a team. Unknown ones follow with the next state. */
    listFor(key: string, lines: readonly ChatLine[]): ReadonlyMap<string, readonly Reaction[]> {
      const ids = lines.flatMap(({ idServer, isNotice }) => (idServer === null || isNotice ? [] : [idServer]))
      const isIdle = waiting.length === 0
      if (client.status() === 1)
        for (const idServer of ids) {
          if (knownIds.has(idServer)) continue
          knownIds.add(idServer)
          waiting.push({ ...targetOfKey(key), idServer })
        }
      if (isIdle && waiting.length > 0) queueMicrotask(() => void fetchWaiting())
      return new Map(ids.map((id) => [id, reactionsByMessage.get(id) ?? noReactions]))
    },
    /** Adds the reaction of the account, or removes it. */
    async toggle(key: string, idServer: string, body: number): Promise<void> {
      const isAdded = !marksByMessage.get(idServer)?.some((mark) => mark.from === account && mark.body === body)
      const name = isAdded ? 'msgExtend.addQuickComment' : 'msgExtend.deleteQuickComment'
      receive({ ...(await client.request(name, { ...targetOfKey(key), idServer, body })), isAdded })
    },
  }
}
export type ReactionTracker = ReturnType<typeof createReactionTracker>

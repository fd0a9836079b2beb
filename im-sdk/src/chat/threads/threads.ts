// Messages of open threads beyond the client's store: older pages, pending lines, recall notices.
import type { RemovedMessage } from '@xinqiao/contract/im/messages/gone.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Client } from '../../client.ts'
import { isTeamKey, targetOfKey } from '../state/conversation-key.ts'
import type { GroupTracker } from '../state/group-tracker.ts'
import { createRecalledLine, presentThread, findConversation, listMessages } from './lines.ts'
import type { ReactionTracker } from './reactions.ts'
import type { ChatLine, Thread, ThreadState } from '../state/state.ts'

const pageSize = 30
const farPageSize = 100
const maxFarPages = 20

/** @param publish called after each change */
export function createThreadLoader(
  client: Client,
  account: string,
  { groups, reactions }: { groups: GroupTracker; reactions: ReactionTracker },
  publish: () => void,
) {
  const states = new Map<string, ThreadState>()
  const loading = new Map<string, Promise<void>>()

  function addState(to: string, pending: ChatLine[]): ThreadState {
    const state: ThreadState = {
      older: [],
      first: null,
      pending,
      recalled: [],
      hasOlder: true,
      isLoading: false,
      fault: null,
    }
    states.set(to, state)
    return state
  }
  const stateOfThread = (to: string): ThreadState => states.get(to) ?? addState(to, [])

  /** Drops the older messages when the store has dropped those between, because the thread would have a gap. */
  function closeGap(to: string, state: ThreadState): void {
    const { msgs = [], session } = findConversation(client, to) ?? {}
    const { first } = state
    const isGone = first && (client.store.removedIds.has(first.idServer) || first.time <= (session?.clearTime ?? 0))
    if (first && !isGone && msgs[0] && msgs[0].seq > first.seq) Object.assign(state, { older: [], hasOlder: true })
    state.first = msgs[0] ?? first
  }

  const messagesOfThread = (to: string): WireMessage[] => listMessages(client, to, states.get(to))

  /** Shows the notice of a recall, once. */
  function addRecall(to: string, removed: RemovedMessage): void {
    const { recalled } = stateOfThread(to)
    const line = createRecalledLine(removed, account)
    if (recalled.every(({ key }) => key !== line.key)) recalled.push(line)
  }

  async function fetchOlder(to: string, limit: number): Promise<void> {
    const state = stateOfThread(to)
    if (client.status() !== 1) return
    state.isLoading = true
    state.fault = null
    publish()
    try {
      const endTime = messagesOfThread(to)[0]?.time ?? 0
      // the first page also brings recalls of messages newer than those of the store
      const recallsBefore = state.older.length === 0 ? 0 : endTime
      const input = { ...targetOfKey(to), endTime, limit, recallsBefore }
      const { msgs, recalls = [] } = await client.request('msg.getHistoryMsgs', input)
      state.older = [...msgs.toReversed(), ...state.older]
      for (const recall of recalls) addRecall(to, recall)
      state.hasOlder = msgs.length === limit
    } catch (error) {
      state.fault = (error as Error).message
    }
    state.isLoading = false
    publish()
  }

  /** Fetches one page at a time; concurrent callers share the request. */
  function loadOlder(to: string, limit = pageSize): Promise<void> {
    const current = loading.get(to)
    if (current) return current
    const request = fetchOlder(to, limit).finally(() => {
      if (loading.get(to) === request) loading.delete(to)
    })
    loading.set(to, request)
    return request
  }

  /** Fetches older messages until they fill a screen, and the name of a new contact. */
  function fill(to: string): void {
    const state = stateOfThread(to)
    if (isTeamKey(to)) {
      void groups.lookUp(to)
      if (!client.store.teams.has(to)) return
    }
    const messages = messagesOfThread(to)
    // fewer messages than positions mean recalls, whose notices an older page brings
    const { lastSeq = 0 } = findConversation(client, to)?.session ?? {}
    if (messages[0]?.seq === 1 && messages.length >= lastSeq) state.hasOlder = false
    if (messages.length < pageSize && state.hasOlder) void loadOlder(to)
    // without a network, the name is fetched at the next login
    if (!isTeamKey(to) && !client.store.users.has(to)) client.fetchUsers([to]).then(publish, () => null)
  }

  return {
    stateOfThread,
    addRecall,
    fill,
    loadOlder: (to: string): Promise<void> => loadOlder(to),
    /** Drops fetched messages, and results of running requests. Unsent lines stay. */
    startOver(): void {
      loading.clear()
      for (const [to, { pending }] of states) addState(to, pending)
    },
    fillAll(): void {
      for (const to of states.keys()) fill(to)
    },
    /** Fetches older messages until this time, up to a limit. */
    async loadBackTo(to: string, time: number): Promise<void> {
      const timeOfFirstMessage = () => messagesOfThread(to)[0]?.time ?? Infinity
      for (let page = 0; page < maxFarPages && timeOfFirstMessage() > time; page += 1) {
        const before = timeOfFirstMessage()
        // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ended
        await loadOlder(to, farPageSize)
        if (timeOfFirstMessage() === before) return
      }
    },
    /** Drops the messages of a conversation, and a running request for more. Unsent lines stay. */
    forget(to: string): void {
      loading.delete(to)
      const state = states.get(to)
      if (state) addState(to, state.pending)
    },
    current(): ReadonlyMap<string, Thread> {
      const threads = new Map<string, Thread>()
      for (const [to, state] of states) {
        closeGap(to, state)
        threads.set(to, presentThread({ client, account, groups, reactions }, to, state))
      }
      return threads
    },
  }
}

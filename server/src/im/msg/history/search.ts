// Search. Bodies are sealed per conversation, so they cannot be indexed. They are opened newest first, within limits of
// number and time, and in slices that do not block other requests.
import { setImmediate } from 'node:timers/promises'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { StoredContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { createP2pTarget, type Target } from '@xinqiao/contract/im/messages/scene.ts'
import { normaliseText } from '@xinqiao/contract/im/messages/search.ts'
import { teamScenes } from '@xinqiao/contract/im/team/team-model.ts'
import { createKeyCounter, type KeyCounter } from '../../../kit/async/key-counter.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { Sql } from '../../../kit/db/db.ts'
import { selectConversation } from '../../conversations/store.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import { selectConversationsOfPairs } from '../records/session-store.ts'
import { selectMessages, type ConversationRef } from '../records/store.ts'
import { selectTeamConversations } from '../team/conversation-store.ts'

/** Maximum number of bodies opened per request: at most a second of CPU, and years of a person's messages. */
const maxReadMessages = 20_000
const maxSearchMs = 4_000
const pageSize = 500
const maxPairs = 1_000
/** Longest time that a search may block the event loop. */
const sliceMs = 20

const maxSearchesPerAccount = 2
/** Running searches by account, for each database. */
const searchesOf = new WeakMap<Sql, KeyCounter<number>>()

/** @throws ImFailure 416 when the account has reached its limit of concurrent searches */
async function withSearchSlot<T>({ sql, viewer }: ImCtx, work: () => Promise<T>): Promise<T> {
  const searches = searchesOf.get(sql) ?? createKeyCounter<number>()
  searchesOf.set(sql, searches)
  if (searches.get(viewer.imId) >= maxSearchesPerAccount)
    throw imFail('tooOften', '正在搜索，请等上一次搜索完成', { seconds: 1 })
  searches.add(viewer.imId)
  try {
    return await work()
  } finally {
    searches.remove(viewer.imId)
  }
}

type SearchBudget = {
  left: number
  endsAt: number
  sliceEndsAt: number
  /** True when the search stopped before reading all messages. */
  isSpent: boolean
}

const createBudget = (): SearchBudget => {
  const now = performance.now()
  return { left: maxReadMessages, endsAt: now + maxSearchMs, sliceEndsAt: now + sliceMs, isSpent: false }
}

/**
 * Yields to the event loop at the end of a slice.
 * @returns false when the search has to stop
 */
async function continueWithinBudget(ctx: ImCtx, budget: SearchBudget): Promise<boolean> {
  if (performance.now() > budget.sliceEndsAt) {
    await setImmediate()
    budget.sliceEndsAt = performance.now() + sliceMs
  }
  if (budget.left <= 0 || performance.now() > budget.endsAt || ctx.isCancelled?.()) budget.isSpent = true
  return !budget.isSpent
}

type SearchFilter = {
  keyword: string
  fromTime: number
  toTime: number
  isAscending: boolean
  senders: readonly string[]
  types: number[]
  subTypes: readonly number[]
}

const searchableTextOf = (content: StoredContent): string =>
  [
    'text' in content && content.text,
    'tip' in content && content.tip,
    'content' in content && content.content,
    'geo' in content && content.geo.title,
    'file' in content && content.file.name,
  ]
    .filter(Boolean)
    .join('\n')

function matchesQuery({ from, content }: WireMessage, { keyword, senders, subTypes }: SearchFilter): boolean {
  if (senders.length > 0 && !senders.includes(from)) return false
  if (subTypes.length > 0 && !subTypes.includes(content.subType ?? 0)) return false
  return normaliseText(searchableTextOf(content)).includes(keyword)
}

type SearchedConversation = Pick<ConversationRef, 'conversationId' | 'scene'>

/** Searches one conversation for at most `limit` messages, in the requested order. */
async function searchIn(
  ctx: ImCtx,
  searched: SearchedConversation,
  wanted: SearchFilter,
  limit: number,
  budget: SearchBudget,
): Promise<WireMessage[]> {
  const { sql, bodies, viewer } = ctx
  const matches: WireMessage[] = []
  const conversationRef = { imId: viewer.imId, ...searched }
  let [beginTime, endTime] = [Math.max(0, wanted.fromTime - 1), wanted.toTime === 0 ? 0 : wanted.toTime + 1]
  while (matches.length < limit && (await continueWithinBudget(ctx, budget))) {
    const pageLimit = Math.min(pageSize, budget.left)
    const query = { beginTime, endTime, limit: pageLimit, reverse: wanted.isAscending, types: wanted.types }
    const rows = await selectMessages(sql, conversationRef, query)
    budget.left -= rows.length
    for (const row of rows) {
      if (performance.now() > budget.sliceEndsAt && !(await continueWithinBudget(ctx, budget))) return matches
      const msg = presentMessage(row, bodies)
      if (matchesQuery(msg, wanted) && matches.push(msg) === limit) break
    }
    const last = rows.at(-1)
    if (rows.length < pageLimit || !last) break
    if (wanted.isAscending) beginTime = last.time
    else endTime = last.time
  }
  return matches
}

/** All conversations of the account, the latest first. Removing one from the list keeps its messages. */
async function listAllConversations({ sql, viewer }: ImCtx): Promise<SearchedConversation[]> {
  const pairs = await selectConversationsOfPairs(sql, viewer.imId, maxPairs)
  const teams = await selectTeamConversations(sql, viewer.imId)
  return [...pairs, ...teams]
    .toSorted((a, b) => b.last_time - a.last_time)
    .map((row) => ({ conversationId: row.conversation_id, scene: row.scene }))
}

async function listConversations(
  ctx: ImCtx,
  { p2pList, teamList }: Pick<SearchQuery, 'p2pList' | 'teamList'>,
): Promise<SearchedConversation[]> {
  if (p2pList.length + teamList.length === 0) return listAllConversations(ctx)
  const targets: Target[] = [
    ...p2pList.map(createP2pTarget),
    ...teamList.flatMap((to) => teamScenes.map((scene) => ({ scene, to }))),
  ]
  const conversations: SearchedConversation[] = []
  for (const target of targets) {
    const conversation = await selectConversation(ctx.sql, ctx.viewer.imId, target)
    if (conversation) conversations.push({ conversationId: conversation.id, scene: target.scene })
  }
  return conversations
}

type SearchQuery = ParsedInput<'search.msgFtsInServerByTiming'>
const toSearchFilter = (query: Omit<SearchQuery, 'msgLimit'>): SearchFilter => ({
  keyword: normaliseText(query.keyword),
  fromTime: query.fromTime,
  toTime: query.toTime,
  isAscending: query.order === 'ASC',
  senders: query.senderList,
  types: query.msgTypeList,
  subTypes: query.msgSubTypeList,
})

export const searchBySession = (
  { sessionLimit, msgLimit, ...query }: ParsedInput<'search.msgFtsInServer'>,
  ctx: ImCtx,
): Promise<CommandOutput<'search.msgFtsInServer'>> =>
  withSearchSlot(ctx, async () => {
    const budget = createBudget()
    const lists: WireMessage[][] = []
    for (const conversation of await listConversations(ctx, query)) {
      if (lists.length >= sessionLimit || !(await continueWithinBudget(ctx, budget))) break
      const matches = await searchIn(ctx, conversation, toSearchFilter(query), msgLimit, budget)
      if (matches.length > 0) lists.push(matches)
    }
    return { msgs: lists.flat(), isIncomplete: budget.isSpent }
  })

export const searchByTime = (
  { msgLimit, ...query }: SearchQuery,
  ctx: ImCtx,
): Promise<CommandOutput<'search.msgFtsInServerByTiming'>> =>
  withSearchSlot(ctx, async () => {
    const filter = toSearchFilter(query)
    const budget = createBudget()
    const matches: WireMessage[] = []
    for (const conversation of await listConversations(ctx, query))
      matches.push(...(await searchIn(ctx, conversation, filter, msgLimit, budget)))
    const sign = filter.isAscending ? 1 : -1
    return { msgs: matches.sort((a, b) => sign * (a.time - b.time)).slice(0, msgLimit), isIncomplete: budget.isSpent }
  })

export const searchHistory = (
  { scene, to, keyword, beginTime, endTime, limit, reverse }: ParsedInput<'search.searchHistoryMsgs'>,
  ctx: ImCtx,
): Promise<CommandOutput<'search.searchHistoryMsgs'>> =>
  withSearchSlot(ctx, async () => {
    const conversation = await selectConversation(ctx.sql, ctx.viewer.imId, { scene, to })
    if (!conversation) return { msgs: [], isIncomplete: false }
    const span = { fromTime: beginTime, toTime: endTime, isAscending: reverse }
    const filter = { keyword: normaliseText(keyword), ...span, senders: [], types: [], subTypes: [] }
    const budget = createBudget()
    const msgs = await searchIn(ctx, { conversationId: conversation.id, scene }, filter, limit, budget)
    return { msgs, isIncomplete: budget.isSpent }
  })

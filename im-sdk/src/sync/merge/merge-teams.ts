// Applies arriving states, messages and changes of teams to the store. Each part of a team has a version or is a count
// that never falls, so the order of arrival does not matter (decision 017).
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import type { OwnTeamMembership, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { TeamState } from '@xinqiao/contract/im/team/team.ts'
import { touchConversation, type Conversation, type Store, type TeamRecord } from '../../store/store.ts'
import { createTeamSession, mergeRecords } from '../../store/team-records.ts'
import { startConversationAt } from './merge.ts'

export const sessionIdOfTeam = ({ scene, teamId }: Pick<Team, 'scene' | 'teamId'>): string =>
  sessionIdOf({ scene, to: teamId })

/** Drops the messages that the member has cleared. Cleared ones that still had to arrive do not count as a gap. */
function dropCleared(
  store: Store,
  conversation: Conversation,
  { team, own: { clearSeq, clearTime } }: TeamRecord,
): void {
  store.touched?.cleared.set(sessionIdOfTeam(team), clearTime)
  if (conversation.seq < clearSeq) Object.assign(conversation, { from: clearSeq + 1, seq: clearSeq, time: clearTime })
  conversation.msgs = conversation.msgs.filter(({ time }) => time > clearTime)
  if ((conversation.lastMsg?.time ?? 0) <= clearTime) conversation.lastMsg = null
}

/**
 * Stores the record, and its session where the team has a conversation.
 * @returns whether the session changed
 */
function setRecord(store: Store, sessionId: string, record: TeamRecord): boolean {
  store.teams.set(sessionId, record)
  const conversation = store.conversations.get(sessionId)
  if (!conversation) return false
  const session = createTeamSession(record)
  if (session.clearTime > conversation.session.clearTime) dropCleared(store, conversation, record)
  const hasChanged = JSON.stringify(session) !== JSON.stringify(conversation.session)
  if (hasChanged) touchConversation(store, sessionId)
  conversation.session = session
  return hasChanged
}

/** A member who returned does not see messages from before. */
const hasRejoined = (held: TeamRecord | undefined, own: OwnTeamMembership): boolean =>
  held !== undefined && own.joinSeq > held.own.joinSeq

/** Forgets a team whose messages changed more often than a sync lists. They are fetched again as history. */
export function resetTeam(store: Store, sessionId: string): void {
  dropTeam(store, sessionId, store.teams.get(sessionId)?.lastTime ?? 0)
}

/** A team that the account has left, and its conversation as this device held it. */
export type LeftTeam = { team: Team; conversation: Conversation | undefined }

/**
 * Removes a team that the account has left.
 * @param end time up to which the local database forgets its messages, too
 * @returns null when the device does not hold it
 */
export function dropTeam(store: Store, sessionId: string, end = Infinity): LeftTeam | null {
  const record = store.teams.get(sessionId)
  const conversation = store.conversations.get(sessionId)
  store.touched?.cleared.set(sessionId, end)
  store.teams.delete(sessionId)
  store.conversations.delete(sessionId)
  return record ? { team: record.team, conversation } : null
}

/** Creates the conversation of a team. After starting over, the messages since its resume time are fetched again. */
function createConversation(store: Store, record: TeamRecord, lastMsg: WireMessage | null, isFirst: boolean): void {
  const session = createTeamSession(record)
  const sessionId = sessionIdOf(session)
  const resumeTime = store.resumeTimes.get(sessionId)
  const { clearSeq, clearTime } = record.own
  const hasNothingToResume = resumeTime !== undefined && lastMsg !== null && lastMsg.time <= resumeTime
  if (isFirst || hasNothingToResume) startConversationAt(store, session, lastMsg)
  else if (resumeTime !== undefined)
    store.conversations.set(sessionId, { session, lastMsg: null, from: 1, seq: 0, time: resumeTime, msgs: [] })
  const conversation = store.conversations.get(sessionId)
  // positions before the joining, and cleared ones, do not count as a gap
  const start = { from: clearSeq + 1, seq: clearSeq, time: clearTime }
  if (!conversation) store.conversations.set(sessionId, { session, lastMsg: null, ...start, msgs: [] })
  else if (conversation.seq === 0 && resumeTime === undefined) Object.assign(conversation, start)
}

/** A new or changed team, and its former state if this device had it. */
export type TeamTransition = { team: Team; before: Team | null }

/**
 * @param isSynced true for a state from a sync, which moves the sync marks
 * @param isFirst true when the device holds no messages yet: it starts at the last one
 */
export function mergeTeamState(
  store: Store,
  { lastMsg, ...state }: TeamState,
  { isSynced, isFirst }: { isSynced: boolean; isFirst: boolean },
): TeamTransition {
  const sessionId = sessionIdOfTeam(state.team)
  if (hasRejoined(store.teams.get(sessionId), state.own)) dropTeam(store, sessionId, state.own.joinTime - 1)
  const storedTeam = store.teams.get(sessionId)
  const mark = isSynced ? { version: state.version, ownVersion: state.own.version } : { version: 0, ownVersion: 0 }
  const next: TeamRecord = { ...state, infoVersion: state.version, mark }
  const record = storedTeam ? mergeRecords(storedTeam, next) : next
  if (!store.conversations.has(sessionId)) createConversation(store, record, lastMsg, isFirst)
  setRecord(store, sessionId, record)
  const conversation = store.conversations.get(sessionId)!
  // null: the account sees no message any more. A message after `seq` still has to arrive.
  if (isSynced && (lastMsg === null || lastMsg.seq <= conversation.seq))
    conversation.lastMsg = conversation.msgs.findLast(({ seq }) => seq > state.lastSeq) ?? lastMsg
  return { team: record.team, before: storedTeam?.team ?? null }
}

/** `version`: the version of the team with this message. `team`: its state, if it changed. */
export type TeamStateOfMessage = { version: number; team?: Team | undefined }

/**
 * Adds a message to the counts of a team on this device.
 * @returns whether the session changed
 */
export function mergeTeamMessageCounts(
  store: Store,
  account: string,
  msg: WireMessage,
  news?: TeamStateOfMessage,
): boolean {
  const sessionId = sessionIdOf({ scene: msg.scene, to: msg.to })
  const record = store.teams.get(sessionId)
  if (!record || msg.seq <= record.own.joinSeq) return false
  const { version = 0, team } = news ?? {}
  const ownReadable = msg.from === account ? (msg.senderReadable ?? 0) : 0
  return setRecord(
    store,
    sessionId,
    mergeRecords(record, {
      ...record,
      version,
      lastSeq: msg.seq,
      lastTime: msg.time,
      lastReadable: msg.readable ?? 0,
      ownReadable,
      ...(team && version > record.infoVersion && { team, infoVersion: version }),
    }),
  )
}

/** Applies the version of a recall or an edit, and takes a recalled message out of the unread count. */
export function mergeTeamMessageChange(
  store: Store,
  account: string,
  { teamId, scene, change }: PushData<'team.changed'>,
): void {
  const sessionId = sessionIdOfTeam({ scene, teamId })
  const record = store.teams.get(sessionId)
  if (!record) return
  const { version } = change
  const recalledTimes =
    change.kind === 'goneMsg' && change.state.isReadable && change.state.from !== account ? [change.state.time] : []
  setRecord(store, sessionId, mergeRecords(record, { ...record, version, recalledTimes }))
}

/**
 * Applies a change of the team without a message, unless the device knows a newer one.
 * @returns false for a team that this device does not hold
 */
export function mergeTeamInfo(store: Store, team: Team, version: number): boolean {
  const sessionId = sessionIdOfTeam(team)
  const record = store.teams.get(sessionId)
  if (record && version > record.infoVersion)
    setRecord(store, sessionId, mergeRecords(record, { ...record, team, infoVersion: version, version }))
  return record !== undefined
}

/**
 * Merges the account's membership of a team.
 * @returns whether the session of the team changed
 */
export function mergeOwnMembership(store: Store, sessionId: string, own: OwnTeamMembership): boolean {
  const record = store.teams.get(sessionId)
  if (!record || own.version <= record.own.version) return false
  return setRecord(store, sessionId, { ...record, own })
}

export const listTeamMarks = (store: Store) =>
  [...store.teams.values()].map(({ team, mark }) => ({ teamId: team.teamId, ...mark }))

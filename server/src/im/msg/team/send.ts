// Sends messages to teams. Messages that arrive during a write form the next batch, as in p2p. The batches are
// separate, so that a busy team delays no private message. A locked team delays no message of another team.
import { errors } from '@xinqiao/contract/errors.ts'
import { ImFailure, imFail } from '@xinqiao/contract/im/errors.ts'
import { findFileObjectNames, objectNameOf } from '@xinqiao/contract/im/files/file-messages.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes, type StoredContent } from '@xinqiao/contract/im/messages/messages.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { pipelineQueries, isLockTimeout, transaction, type Sql, type Tx } from '../../../kit/db/db.ts'
import { createKeyedBatch } from '../../../kit/db/keyed-batch.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import { chatMessages } from '../../../kit/metrics.ts'
import { presentMessage } from '../../conversations/present-message.ts'
import {
  writeTeamMessages,
  type StoredTeamMessage,
  type TeamMessageDraft,
} from '../../conversations/teams/team-messages.ts'
import { expectMayMention } from '../../conversations/teams/team-mentions.ts'
import { isMutedMember } from '../../conversations/teams/team-mutes.ts'
import {
  selectMembers,
  selectTeams,
  lockFreeTeams,
  lockTeams,
  type TeamMemberRow,
  type TeamRow,
} from '../../conversations/teams/team-store.ts'
import { selectClientIdsOfTeams, selectSentMessages } from '../records/store.ts'
import { failForeignId, findReusedId, type OutgoingMessage } from '../send/outgoing-message.ts'
import { insertTeamFiles, type TeamFile } from './file-store.ts'

type TeamSendResult = StoredTeamMessage & { isRepeat: boolean }

const teamIdOf = ({ draft }: OutgoingMessage): number => (TeamId.safeParse(draft.to).success ? Number(draft.to) : 0)
const messageKey = ({ viewer, draft }: OutgoingMessage) => `${viewer.imId} ${draft.idClient}`

/** @throws ImFailure 804 for a non-member, 2002 for a muted member, 802 for a mention of all by an ordinary member */
function expectWritable(item: OutgoingMessage, team: TeamRow | undefined, member: TeamMemberRow | undefined): void {
  if (!team?.is_valid || !member || team.scene !== item.draft.scene) throw imFail('notInTeam')
  if (isMutedMember(team, member)) throw imFail('muted', '您在群里被禁言，暂时不能发送')
  expectMayMention(item.draft.content, member)
}

/** Members of a peer group have aliases. A picture keeps no name, because its sender has not read it. */
function hideMediaName(content: StoredContent): StoredContent {
  if (!('file' in content) || content.type === chatMessageTypes.file) return content
  return { ...content, file: { ...content.file, name: undefined } } as StoredContent
}

/**
 * The files that the message grants to its team. A file message shows a name; custom content grants only files that
 * the sender uploaded.
 */
const listFiles = ({ sender, idClient, content }: TeamMessageDraft): TeamFile[] => {
  const message = { senderId: sender.imId, idClient }
  if (content.type === chatMessageTypes.custom)
    return findFileObjectNames(content.content).map((object) => ({ ...message, object, name: '', isOwn: true }))
  const object = 'file' in content ? objectNameOf(content.file.url) : null
  if (object === null || !('file' in content)) return []
  return [{ ...message, object, name: content.file.name ?? '', isOwn: false }]
}

const catchFailure = (check: () => void): ImFailure | null => {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof ImFailure) return error
    throw error
  }
}

/**
 * Writes a batch of team messages.
 * @param lock how the teams are locked
 * @returns for each item the stored message, the reason for its refusal, or null when another transaction has locked
 * its team
 */
async function writeBatch(
  tx: Tx,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
  lock: typeof lockTeams,
): Promise<(TeamSendResult | ImFailure | null)[]> {
  const memberships = items.map((item) => ({ teamId: teamIdOf(item), imId: item.viewer.imId }))
  const ids = [...new Set(memberships.map(({ teamId }) => teamId))]
  // pipelined: statements after the lock see the commits that it waited for
  const [lockedRows, teamRows, memberRows, sentRows, usedRows] = await pipelineQueries([
    lock(tx, ids),
    selectTeams(tx, ids),
    selectMembers(tx, memberships),
    selectSentMessages(
      tx,
      memberships.map(({ imId }) => imId),
      items.map(({ draft }) => draft.idClient),
    ),
    selectClientIdsOfTeams(
      tx,
      memberships.map(({ teamId }) => teamId),
      items.map(({ draft }) => draft.idClient),
    ),
  ])
  const teams = new Map(teamRows.map((row) => [row.id, row]))
  const members = new Map(memberRows.map((row) => [`${row.team_id} ${row.im_account_id}`, row]))
  const lockedIds = new Set(lockedRows.map(({ id }) => id))
  const isLockedElsewhere = (teamId: number) => teams.has(teamId) && !lockedIds.has(teamId)
  const sentByKey = new Map(sentRows.map((row) => [`${row.sender_id} ${row.id_client}`, row]))
  const sendersByClientId = new Map(usedRows.map((row) => [`${row.team_id} ${row.id_client}`, row.sender_id]))
  const drafts = new Map<string, TeamMessageDraft>()
  const refusals = items.map((item, i) => {
    const { teamId, imId } = memberships[i]!
    const [team, member, key] = [teams.get(teamId), members.get(`${teamId} ${imId}`), messageKey(item)]
    if (sentByKey.has(key) || isLockedElsewhere(teamId)) return null
    const placeKey = `${teamId} ${item.draft.idClient}`
    const refusal = catchFailure(() => {
      expectWritable(item, team, member)
      if ((sendersByClientId.get(placeKey) ?? imId) !== imId) throw failForeignId()
    })
    if (!refusal) sendersByClientId.set(placeKey, imId)
    if (!refusal && !drafts.has(key)) {
      const { idClient } = item.draft
      const content = team!.is_managed ? hideMediaName(item.draft.content) : item.draft.content
      drafts.set(key, { team: team!, member: member!, sender: item.viewer, idClient, content })
    }
    return refusal
  })
  const keys = [...drafts.keys()]
  const newMessages = drafts.size > 0 ? await writeTeamMessages(tx, bodies, [...drafts.values()]) : []
  const files = [...drafts.values()].flatMap(listFiles)
  if (files.length > 0) await insertTeamFiles(tx, files)
  const results = new Map(newMessages.map((stored, i) => [keys[i]!, stored]))
  const answeredKeys = new Set<string>()
  return items.map((item, i) => {
    const key = messageKey(item)
    const row = sentByKey.get(key)
    if (isLockedElsewhere(memberships[i]!.teamId)) return null
    if (refusals[i]) return refusals[i]
    const isRepeat = row !== undefined || answeredKeys.has(key)
    answeredKeys.add(key)
    const storedMessage = row ? { msg: presentMessage(row, bodies), version: 0 } : results.get(key)!
    return findReusedId(item, storedMessage.msg) ?? { ...storedMessage, isRepeat }
  })
}

/** Waits for the lock of a team. When that takes too long, all its messages fail, because each would wait as long. */
async function writeWhenUnlocked(
  sql: Sql,
  bodies: BodyCipher,
  items: readonly OutgoingMessage[],
): Promise<(TeamSendResult | ImFailure)[]> {
  const busy = imFail('timedOut', errors.busy.message)
  try {
    const results = await transaction(sql, (tx) => writeBatch(tx, bodies, items, lockTeams))
    return results.map((result) => result ?? busy)
  } catch (error) {
    if (isLockTimeout(error)) return items.map(() => busy)
    throw error
  }
}

export function createTeamMessageSender(sql: Sql, bodies: BodyCipher) {
  const write = createKeyedBatch<OutgoingMessage, TeamSendResult | ImFailure>(teamIdOf, {
    tryWrite: (items) => transaction(sql, (tx) => writeBatch(tx, bodies, items, lockFreeTeams)),
    write: (items) => writeWhenUnlocked(sql, bodies, items),
  })
  return async (
    draft: ParsedInput<'msg.sendMsg'>,
    { viewer, connectionId, deliverToTeam }: ImCtx,
  ): Promise<CommandOutput<'msg.sendMsg'>> => {
    const result = await write({ viewer, draft })
    if (result instanceof ImFailure) throw result
    const { msg, version, isRepeat } = result
    if (!isRepeat) {
      chatMessages.inc()
      deliverToTeam(Number(draft.to), 'team.msg', { msg, version }, connectionId)
    }
    return { msg, teamVersion: version }
  }
}

// Writes messages of teams whose locks are held: assigns positions, times and running counts, seals and stores them.
import { randomUUID } from 'node:crypto'
import { chatMessageTypes, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import type { BodyCipher } from '../../../kit/chat/bodies.ts'
import { pipelineQueries, type Tx } from '../../../kit/db/db.ts'
import type { ImViewer } from '../../../kit/chat/im-ctx.ts'
import { insertMessages, threadIdOf } from '../message-store.ts'
import { updateOwnReadable, updateTeamCounters, type TeamMemberRow, type TeamRow } from './team-store.ts'

type TeamSender = Pick<ImViewer, 'imId' | 'accid' | 'deviceId' | 'clientType'>
export type TeamMessageDraft = {
  team: TeamRow
  sender: TeamSender
  /** The sender's membership, whose counts are raised. */
  member: Pick<TeamMemberRow, 'own_readable'>
  idClient: string
  content: StoredContent
}
/** `version`: the version of the team with this message. */
export type StoredTeamMessage = { msg: WireMessage; version: number }

/** Takes the next position of the team. Mutates `team` and `member` to the values to be stored. */
function numberTeamMessage(bodies: BodyCipher, { team, sender, member, idClient, content }: TeamMessageDraft) {
  const isReadable = content.isUnreadable !== 0 && content.type !== chatMessageTypes.notification
  team.version += 1
  team.last_seq += 1
  team.last_time = Math.max(team.now, team.last_time + 1)
  if (isReadable) {
    team.last_readable += 1
    member.own_readable += 1
  }
  return {
    conversation_id: team.conversation_id,
    seq: team.last_seq,
    sender_id: sender.imId,
    id_client: idClient,
    type: content.type,
    is_unreadable: isReadable,
    body: bodies.seal(team.sealed_key, { conversationId: team.conversation_id, seq: team.last_seq }, content),
    client_type: sender.clientType,
    device_id: sender.deviceId,
    time: team.last_time,
    readable: team.last_readable,
    sender_readable: member.own_readable,
    thread_id: threadIdOf(content),
    is_pushable: content.isPushable !== 0,
  }
}

const toWire = (
  { team, sender, content }: TeamMessageDraft,
  row: ReturnType<typeof numberTeamMessage>,
  id: number,
): WireMessage => ({
  scene: team.scene,
  from: sender.accid,
  to: `${team.id}`,
  fromClientType: row.client_type,
  fromDeviceId: row.device_id,
  idClient: row.id_client,
  idServer: `${id}`,
  seq: row.seq,
  time: row.time,
  readable: row.readable,
  senderReadable: row.sender_readable,
  content,
})

/**
 * Uses three statements for any number of messages. The caller holds the locks of the teams.
 * @returns in the order of the drafts
 */
export async function writeTeamMessages(
  tx: Tx,
  bodies: BodyCipher,
  drafts: readonly TeamMessageDraft[],
): Promise<StoredTeamMessage[]> {
  const numbered = drafts.map((draft) => {
    const row = numberTeamMessage(bodies, draft)
    return { draft, row, version: draft.team.version }
  })
  const senders = new Map(
    drafts.map(({ team, sender, member }) => [
      `${team.id} ${sender.imId}`,
      { team_id: team.id, im_account_id: sender.imId, own_readable: member.own_readable },
    ]),
  )
  const [ids] = await pipelineQueries([
    insertMessages(
      tx,
      numbered.map(({ row }) => row),
    ),
    updateTeamCounters(tx, [...new Set(drafts.map(({ team }) => team))]),
    updateOwnReadable(tx, [...senders.values()]),
  ])
  const idsByPosition = new Map(ids.map((row) => [`${row.conversation_id} ${row.seq}`, row.id]))
  return numbered.map(({ draft, row, version }) => ({
    msg: toWire(draft, row, idsByPosition.get(`${row.conversation_id} ${row.seq}`)!),
    version,
  }))
}

/** Writes a notification message. It counts as read by everyone. */
export async function writeTeamNotice(
  tx: Tx,
  bodies: BodyCipher,
  { team, sender, member }: Pick<TeamMessageDraft, 'team' | 'sender' | 'member'>,
  attach: TeamNotice,
): Promise<StoredTeamMessage> {
  const content = { type: chatMessageTypes.notification, attach }
  const [stored] = await writeTeamMessages(tx, bodies, [{ team, sender, member, idClient: randomUUID(), content }])
  return stored!
}

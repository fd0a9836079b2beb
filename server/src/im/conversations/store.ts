// SQL of conversations. Writers hold the locks of the affected accounts (`../changes`).
import type { Scene, Target } from '@xinqiao/contract/im/messages/scene.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { Rows } from '../../../db/rows.ts'
import { simpleArray, textArray } from '../../kit/db/arrays.ts'
import { bytesList, type Db, type Tx } from '../../kit/db/db.ts'
import { joinAccountOfApp, joinPeer } from '../changes/peers.ts'
import { isConversationOf } from './addresses.ts'

export type ConversationRow = Omit<Rows['im_conversation'], 'scene'> & { scene: Scene }

/** The conversation of a team; null when this account is not a member. */
async function findTeamConversation(db: Db, imId: number, { scene, to }: Target): Promise<ConversationRow | null> {
  if (!TeamId.safeParse(to).success) return null
  const [row] = await db<ConversationRow[]>`
    select c.* from im_team t join im_conversation c on c.id = t.conversation_id
    join im_team_member m on m.team_id = t.id and m.im_account_id = ${imId} and m.is_valid
    where t.id = ${Number(to)} and t.scene = ${scene} and t.is_valid`
  return row ?? null
}

/** The conversation that this account addresses; null when it has no messages. */
export async function selectConversation(db: Db, imId: number, target: Target): Promise<ConversationRow | null> {
  const { scene, to } = target
  if (scene !== 'p2p') return findTeamConversation(db, imId, target)
  const [row] = await db<ConversationRow[]>`
    select c.* from (values (1)) one ${joinPeer(db, db`${imId}`, db`${to}`)}
    join im_conversation c on ${isConversationOf(db, db`${imId}`, db`p.id`)}`
  return row ?? null
}

/** The accounts that receive the messages of the conversation; null when there is none. */
export async function selectParticipantIds(db: Db, id: number): Promise<number[] | null> {
  const [row] = await db<
    { ids: number[] }[]
  >`select array[low_id, high_id] as ids from im_conversation where id = ${id}`
  return row ? [...new Set(row.ids)] : null
}

/** A p2p conversation with the ids of its two accounts, the lower id first. */
export type PairConversationRow = Omit<ConversationRow, 'scene' | 'low_id' | 'high_id'> & {
  low_id: number
  high_id: number
}
/** A pair without a conversation has a reserved id and no key yet. */
export type PairRowWithNullableKey = Omit<PairConversationRow, 'sealed_key'> & { sealed_key: Uint8Array | null }

/**
 * The conversations between these senders and receivers. A missing one gets a reserved id, to which its key is bound.
 */
export const selectPairs = (
  db: Db,
  appIds: readonly number[],
  senderIds: readonly number[],
  receivers: readonly string[],
) =>
  db<PairRowWithNullableKey[]>`
    select w.low as low_id, w.high as high_id,
      coalesce(c.id, nextval(pg_get_serial_sequence('im_conversation', 'id'))) as id,
      coalesce(c.last_seq, 0) as last_seq, coalesce(c.last_time, 0) as last_time, c.sealed_key,
      coalesce(c.erased_seq, 0) as erased_seq, coalesce(c.imported_seq, 0) as imported_seq
    from (
      select distinct least(w.sender, p.id) as low, greatest(w.sender, p.id) as high
      from unnest(${simpleArray(appIds)}::bigint[], ${simpleArray(senderIds)}::bigint[], ${textArray(receivers)}::text[])
        as w(app, sender, accid) ${joinAccountOfApp(db, db`w.app`, db`w.accid`)}
    ) w
    left join lateral (
      select * from im_conversation where low_id = w.low and high_id = w.high limit 1
    ) c on true`

type NewPairConversation = Pick<PairConversationRow, 'id' | 'low_id' | 'high_id' | 'sealed_key'>

/** Creates conversations and the session of each participant. */
export const insertPairs = (tx: Tx, rows: readonly NewPairConversation[]) =>
  tx`
    with conversation as (
      insert into im_conversation (id, scene, low_id, high_id, sealed_key)
      overriding system value
      select id, 'p2p', low, high, key
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.low_id)}::bigint[],
        ${rows.map((row) => row.high_id)}::bigint[], ${bytesList(
          tx,
          rows.map((row) => row.sealed_key),
        )}::bytea[]) as w(id, low, high, key)
      returning id, low_id, high_id
    )
    insert into im_session (im_account_id, conversation_id, version)
    select low_id, id, 0 from conversation union select high_id, id, 0 from conversation`

/** Replaces the key: existing messages become unreadable, and new ones use the new key. */
export const updateConversationKey = (tx: Tx, id: number, sealedKey: Uint8Array) =>
  tx`update im_conversation set sealed_key = ${sealedKey}, erased_seq = last_seq where id = ${id}`

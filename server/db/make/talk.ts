// A conversation as it would have come about: written by the rules of sending, then moved to where it belongs in time.
import { roles } from '@xinqiao/contract/roles.ts'
import { messageTypes, type MessageContent } from '@xinqiao/contract/im/messages.ts'
import { ensureAccount } from '../../src/im/auth/tokens.ts'
import { agree, readConsent } from '../../src/im/consent/consent.ts'
import { writeMessages } from '../../src/im/msg/write.ts'
import type { Kit } from '../../src/kit/ctx.ts'

export type TalkLine = { from: 'member' | 'doctor'; content: MessageContent; at: number }
export type TalkToMake = {
  key: string
  /** Portal accounts. */
  memberId: number
  doctorId: number
  lines: readonly TalkLine[]
  /** How many of the last lines are not read by whom they were written to. */
  unread?: number
}
type TalkKit = Pick<Kit, 'sql' | 'bodies'>

export const textLine = (from: TalkLine['from'], text: string, at: number): TalkLine => ({
  from,
  content: { type: messageTypes.text, text },
  at,
})

/** For messages that are written without a socket. */
export const viewerOfSeed = ({ id, accid }: { id: number; accid: string }) => ({
  imId: id,
  accid,
  sessionId: 0,
  roleId: roles.user,
  deviceId: 'seed-device',
  clientType: 16,
})

export async function makeTalk(kit: TalkKit, talk: TalkToMake): Promise<void> {
  const { sql, bodies } = kit
  const member = await ensureAccount(sql, talk.memberId)
  const doctor = await ensureAccount(sql, talk.doctorId)
  const { version, hash } = await readConsent(sql, { id: talk.memberId, roleId: 0 })
  await agree(sql, member.id, { version, hash })
  const items = talk.lines.map(({ from, content }, i) => {
    const [sender, other] = from === 'member' ? [member, doctor] : [doctor, member]
    const draft = { scene: 'p2p' as const, to: other.accid, idClient: `seed-${talk.key}-${i}`, content }
    return { viewer: viewerOfSeed(sender), draft }
  })
  await writeMessages(sql, bodies, items)
  const times = talk.lines.map(({ at }) => at)
  const readUpTo = times[times.length - 1 - (talk.unread ?? 0)] ?? 0
  const low = Math.min(member.id, doctor.id)
  const high = Math.max(member.id, doctor.id)
  await sql`
    update im_message m set time = w.time
    from im_conversation c, unnest(${times}::bigint[]) with ordinality as w(time, seq)
    where c.low_id = ${low} and c.high_id = ${high} and m.conversation_id = c.id and m.seq = w.seq`
  await sql`update im_conversation set last_time = ${times.at(-1) ?? 0} where low_id = ${low} and high_id = ${high}`
  await sql`
    update im_session s set ack = ${readUpTo}, receipt = ${readUpTo}, unread = (
      select count(*) from im_message m
      where m.conversation_id = s.conversation_id and m.time > ${readUpTo} and m.sender_id <> s.im_account_id)
    from im_conversation c where c.id = s.conversation_id and c.low_id = ${low} and c.high_id = ${high}`
}

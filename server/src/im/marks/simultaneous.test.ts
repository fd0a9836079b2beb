// Tests of comments and pins that are written while their message is recalled or their writer is removed, and of the
// limit of comments.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { markLimits } from '@xinqiao/contract/im/messages/message-marks.ts'
import { enterWithDevice, leaveAll, textTo, until } from '../../../../im-sdk/test/people.ts'
import type { Tx } from '../../kit/db/db.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { countWaitingConnections } from '../../../test/waiting-connections.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

/** A message of Ann in a team with Bob, and Bob's request to mark it. */
async function sendToTeam() {
  const [[ann], [bob, bobId]] = [await enterWithDevice(server(), url), await enterWithDevice(server(), url)]
  const fields = { type: 'advanced', name: '读书', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] })).state.team
  const { scene, from, to, time, idServer, idClient } = await ann.send({ ...textTo(teamId, '第一句'), scene: 'team' })
  const ref = { scene, from, to, time, idServer, idClient }
  const comment = (body: number) => bob.request('msgExtend.addQuickComment', { ...ref, body, custom: '看到了' })
  const pin = () => bob.request('msgExtend.addMsgPin', { ...ref, pinCustom: '看到了' })
  return { teamId: Number(teamId), messageId: Number(idServer), bobId, comment, pin }
}

/** Runs `change` in a transaction that commits when `mark` waits for it. */
async function markDuring(change: (tx: Tx) => Promise<unknown>, mark: () => Promise<unknown>): Promise<unknown> {
  let reply: Promise<unknown> = Promise.resolve()
  await server().owner.begin(async (tx) => {
    await change(tx)
    reply = mark().then(
      () => 'stored',
      (error: { code: number }) => error.code,
    )
    await until(async () => (await countWaitingConnections(server().kit.sql)) > 0, 'the mark to wait')
  })
  return reply
}

test.each(['comment', 'pin'] as const)('stores no %s on a message that is recalled meanwhile', async (name) => {
  const { messageId, comment, pin } = await sendToTeam()
  const recall = (tx: Tx) => tx`update im_message set body = '' where id = ${messageId}`
  const reply = await markDuring(recall, () => (name === 'pin' ? pin() : comment(1)))
  expect(reply).toBe(imErrors.notFound.code)
})

test('stores no comment of a member who is removed meanwhile', async () => {
  const { teamId, messageId, bobId, comment } = await sendToTeam()
  const remove = (tx: Tx) => tx`
    update im_team_member set is_valid = false
    where team_id = ${teamId} and im_account_id = (select id from im_account where accid = ${bobId})`
  expect(await markDuring(remove, () => comment(1))).toBe(imErrors.notInTeam.code)
  expect(await server().kit.sql`select 1 from im_quick_comment where message_id = ${messageId}`).toEqual([])
})

test('stores as many comments of one person as allowed when they arrive at once', async () => {
  const { messageId, comment } = await sendToTeam()
  const bodies = Array.from({ length: markLimits.commentsOfOne + 20 }, (_, i) => i + 1)
  const results = await Promise.allSettled(bodies.map(comment))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(markLimits.commentsOfOne)
  const rows = await server().kit.sql`select 1 from im_quick_comment where message_id = ${messageId}`
  expect(rows).toHaveLength(markLimits.commentsOfOne)
})

test('stores as many pins of a conversation as allowed when they arrive at once', async () => {
  const [[ann, annId], [bob, bobId]] = [await enterWithDevice(server(), url), await enterWithDevice(server(), url)]
  const fields = { type: 'advanced', name: '读书', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] })).state.team
  const texts = Array.from({ length: markLimits.pins + 8 }, (_, i) => `第${i}句`)
  const messages = await Promise.all(texts.map((text) => ann.send({ ...textTo(teamId, text), scene: 'team' })))
  const { sql } = server().kit
  const earlierIds = messages.slice(10).map(({ idServer }) => Number(idServer))
  await sql`
    insert into im_message_pin (message_id, conversation_id, im_account_id, custom, create_time, update_time)
    select m.id, m.conversation_id, a.id, '', 0, 0 from im_message m, im_account a
    where m.id = any(${earlierIds}::bigint[]) and a.accid = ${annId}`
  const results = await Promise.allSettled(
    messages
      .slice(0, 10)
      .map(({ scene, to, idServer }, i) =>
        (i % 2 === 0 ? ann : bob).request('msgExtend.addMsgPin', { scene, to, idServer, pinCustom: '' }),
      ),
  )
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from im_message_pin join im_message m on m.id = message_id
    where m.id = any(${messages.map(({ idServer }) => Number(idServer))}::bigint[])`
  expect(row!.count).toBe(markLimits.pins)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

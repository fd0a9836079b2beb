// Tests of what visitors see of a counsellor in the chat: online or not, and the usual time of a reply.
import { minuteMs } from '@xinqiao/contract/time.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createPerson, leaveAll, until, untilReady } from '../../../../im-sdk/test/people.ts'
import { createCounsellor } from '../../../db/fixtures/counsellor.ts'
import { createConversation, textLine } from '../../../db/fixtures/conversation.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false, aliveEveryMs: 50 }))
})
afterEach(leaveAll)

const readState = async (id: number) => (await server().request('GET /chat/counsellorState', { id })).data
const readPeerState = async (accid: string) => (await server().request('GET /chat/peerState', { accid })).data
const listOnline = async () => (await server().request('GET /chat/onlineCounsellors', {})).data
const readAccountId = async (accid: string) => {
  const [row] = await server().owner<{ id: number }[]>`select account_id as id from im_account where accid = ${accid}`
  return row!.id
}
async function createListedCounsellor() {
  const counsellor = await createPerson(server(), url, 'counsellor')
  await createCounsellor(server().owner, { accountId: await readAccountId(counsellor.accid) })
  return counsellor
}

test('shows whether a listed counsellor is connected, and nothing of others', async () => {
  const counsellor = await createListedCounsellor()
  const id = await readAccountId(counsellor.accid)
  const client = await createPerson(server(), url)
  await untilReady(client.device())
  expect(await readState(id)).toEqual({ isOnline: false, replyMinutes: null })
  const device = counsellor.device()
  await untilReady(device)
  await until(async () => (await readState(id)).isOnline, 'the counsellor online')
  await until(async () => (await listOnline()).includes(id), 'the counsellor in the list')
  expect(await readPeerState(counsellor.accid)).toEqual({ isOnline: true, replyMinutes: null })
  expect(await readPeerState(client.accid)).toBeNull()
  expect(await listOnline()).toEqual([id])
  expect(await readState(await readAccountId(client.accid))).toEqual({ isOnline: false, replyMinutes: null })
  device.disconnect()
  await until(async () => !(await readState(id)).isOnline, 'the counsellor offline')
  await until(async () => (await listOnline()).length === 0, 'the empty list')
})

test('counts from the first message of a client to the first reply, and needs five replies', async () => {
  const counsellor = await createListedCounsellor()
  const id = await readAccountId(counsellor.accid)
  const begin = Date.now() - 2 * 24 * 60 * minuteMs
  const replyMinutes = [3, 5, 10, 60, 600]
  for (const [i, minutes] of replyMinutes.entries()) {
    expect((await readState(id)).replyMinutes).toBeNull()
    const client = await createPerson(server(), url)
    const at = begin + i * minuteMs
    await createConversation(server().kit, {
      key: `${i}`,
      memberId: await readAccountId(client.accid),
      doctorId: id,
      lines: [
        textLine('member', '您好', at),
        textLine('member', '在吗', at + minuteMs),
        textLine('doctor', '您好', at + minutes * minuteMs),
        textLine('doctor', '请讲', at + minutes * minuteMs + 1),
      ],
    })
    // visitors share a reply for a second
    await until(async () => i < 4 || (await readState(id)).replyMinutes !== null, 'the usual time')
  }
  expect(await readState(id)).toEqual({ isOnline: false, replyMinutes: 10 })
})

// Tests that browsers show one notice of unread chat messages while their user is away. It has no content, and muted
// chats cause none.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { leaveAll, until } from '../../../../im-sdk/test/people.ts'
import { openParties, type CallParty } from '../../../test/steps/call-steps.ts'
import { useGroupCalls } from '../../../test/steps/group-call-steps.ts'
import { usePeerGroups } from '../../../test/steps/peer-group-steps.ts'
import { startPushService } from '../../../test/stand-ins/push-service.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { forEachInOrder } from '../../kit/async/for-each-in-order.ts'
import { deliverNotices } from '../../portal/notify/deliver.ts'
import { notifyOfUnreadMessages } from './notices.ts'

const service = await startPushService(() => server().kit.push.publicKey)
const server = useTestServer({ PUSH_SERVICES: service.origin })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterAll(service.close)
afterEach(leaveAll)

async function openChat() {
  const { doctor, client } = await openParties(server(), url)
  const browser = service.openBrowser()
  await server().requestAs({ token: client.session }, 'POST /message/push', browser.subscription)
  return { doctor, client, browser }
}
const write = ({ device }: CallParty, { accid }: CallParty, idClient: string) =>
  device.request('msg.sendMsg', { scene: 'p2p', to: accid, idClient, content: { type: 0, text: '您好，今天好些了吗' } })
async function goAway({ accid, device }: CallParty): Promise<void> {
  device.disconnect()
  const { sql } = server().kit
  await until(
    async () =>
      (await sql`select 1 from im_connection c join im_account i on i.id = c.im_account_id where i.accid = ${accid}`)
        .length === 0,
    'the end of the connection',
  )
}
/** Runs the jobs as if some time had passed. */
async function run(passedMs = 30_000): Promise<void> {
  const { kit } = server()
  await kit.sql`update im_conversation set last_time = last_time - ${passedMs}::bigint`
  await kit.sql`update im_message set time = time - ${passedMs}::bigint`
  await kit.sql`update im_session set ack = ack - ${passedMs}::bigint`
  await kit.sql`update im_team_member set ack = ack - ${passedMs}::bigint`
  await kit.sql`
    update delivery set created_at = created_at - make_interval(secs => ${passedMs / 1000}) where kind = 'chat'`
  await notifyOfUnreadMessages(kit)
  await deliverNotices(kit)
}

test('tells a person who is away of a message once, without its content', async () => {
  const { doctor, client, browser } = await openChat()
  await goAway(client)
  await write(doctor, client, 'm1')
  await notifyOfUnreadMessages(server().kit)
  expect(await server().kit.sql`select 1 from delivery where kind = 'chat'`).toHaveLength(0)
  await run()
  expect(browser.arrived.map(({ text }) => JSON.parse(text))).toEqual([
    {
      title: '【心桥】您有一条聊天消息',
      body: '请打开聊天页面查看',
      url: '/im/index',
      tag: 'chat',
      isUrgent: false,
    },
  ])
  await run()
  expect(browser.arrived).toHaveLength(1)
  // the next message after a pause causes another notice
  await run(11 * 60_000)
  expect(browser.arrived).toHaveLength(1)
  await write(doctor, client, 'm2')
  await run()
  expect(browser.arrived).toHaveLength(2)
})

test('tells no person who is connected, has read, or has muted the writer', async () => {
  const { doctor, client, browser } = await openChat()
  await write(doctor, client, 'm1')
  await run()
  await goAway(client)
  const { sql } = server().kit
  await sql`
    insert into im_relation (im_account_id, peer_id, is_muted, create_time, update_time)
    select c.id, d.id, true, 0, 0 from im_account c, im_account d where c.accid = ${client.accid} and d.accid = ${doctor.accid}`
  await run()
  await sql`delete from im_relation`
  await sql`update im_session set unread = 0`
  await run()
  expect(browser.arrived).toEqual([])
})

test('drops a notice that waits for the morning once the person has come back', async () => {
  const { doctor, client, browser } = await openChat()
  const { sql } = server().kit
  await sql`
    insert into notice_quiet (account_id, enabled, from_minute, to_minute)
    select account_id, true, 0, 1439 from im_account where accid = ${client.accid}`
  await goAway(client)
  await write(doctor, client, 'm1')
  await run()
  await sql`
    insert into im_login (im_account_id, device_id, client_type, ip)
    select id, 'web', 16, '127.0.0.1' from im_account where accid = ${client.accid}`
  await run()
  expect(await sql`select state, failure from delivery where kind = 'chat' order by id desc limit 1`).toEqual([
    { state: 'skipped', failure: '已打开聊天' },
  ])
  expect(browser.arrived).toEqual([])
})

test('tells a member of a group once until the member comes back', async () => {
  const group = await useGroupCalls(server).open(1)
  const member = group.members[0]!
  const browser = service.openBrowser()
  await server().requestAs(member, 'POST /message/push', browser.subscription)
  const leader = await usePeerGroups(server, () => group).openDeviceOf(url, group.leader)
  const writeToGroup = (idClient: string) =>
    leader.request('msg.sendMsg', { scene: 'team', to: group.teamId, idClient, content: { type: 0, text: '大家好' } })
  await writeToGroup('g1')
  await run()
  expect(browser.arrived).toHaveLength(1)
  await run(11 * 60_000)
  await writeToGroup('g2')
  await run()
  expect(browser.arrived).toHaveLength(1)
  const { sql } = server().kit
  await sql`
    insert into im_login (im_account_id, device_id, client_type, ip)
    select id, 'web', 16, '127.0.0.1' from im_account where account_id = ${member.id}`
  await writeToGroup('g3')
  await run()
  expect(browser.arrived).toHaveLength(2)
  await sql`update im_team_member set notify_type = 1`
  await run(11 * 60_000)
  await writeToGroup('g4')
  await run()
  expect(browser.arrived).toHaveLength(2)
})

test('sends at most three SMS a day, however often others write', async () => {
  const { doctor, client, browser } = await openChat()
  await server().requestAs({ token: client.session }, 'PUT /message/settings', {
    choices: [{ kind: 'chat', site: true, sms: true, mail: false, push: true }],
    quiet: { enabled: false, from: 0, to: 0 },
  })
  await goAway(client)
  await forEachInOrder(['s1', 's2', 's3', 's4', 's5'], async (idClient) => {
    await write(doctor, client, idClient)
    await run(11 * 60_000)
  })
  const rows = await server().kit.sql<{ channel: string }[]>`
    select d.channel from delivery d join im_account i using (account_id) where i.accid = ${client.accid}`
  expect(rows.filter(({ channel }) => channel === 'sms')).toHaveLength(3)
  expect(browser.arrived).toHaveLength(5)
})

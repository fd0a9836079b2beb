// Tests of erasing one person's messages in a team.
import { expect, test } from 'vitest'
import { textOf, until, untilReady, type Device } from '../../../../../im-sdk/test/people.ts'
import { createPhoto, sendTeamFile, useImFiles } from '../../../../test/steps/im-file-steps.ts'

const chatFiles = useImFiles()
const { server } = chatFiles
const reason = '当事人书面申请清除'

const say = (device: Device, teamId: string, text: string) =>
  device.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content: { type: 0, text } })
const readHistory = async (device: Device, teamId: string) =>
  (await device.request('msg.getHistoryMsgs', { scene: 'team', to: teamId, reverse: true })).msgs
    .filter(({ content }) => content.type !== 5)
    .map((msg) => textOf(msg) || 'a picture')

/** The texts that a device holds. */
const heldTexts = ({ store }: Device, teamId: string) =>
  (store.conversations.get(`team-${teamId}`)?.msgs ?? []).flatMap(({ content }) =>
    'text' in content ? [content.text] : [],
  )

/** Ann owns a team with Bob, and is found in the console by her name. */
async function openTeam() {
  const [[ann, a1], [bob, b1]] = [await chatFiles.enter(), await chatFiles.enter()]
  const fields = { type: 'advanced', name: '读书小组', beInviteMode: 'noVerify' } as const
  const { teamId } = (await a1.request('team.createTeam', { ...fields, accounts: [bob.accid] })).state.team
  const [account] = await server().kit.sql<{ id: number; username: string }[]>`
    select a.id, a.username from account a join im_account i on i.account_id = a.id where i.accid = ${bob.accid}`
  return { ann, a1, bob, b1, teamId, account: account! }
}

test('erases texts and files of one person, and leaves those of the others', async () => {
  const { a1, bob, b1, teamId, account } = await openTeam()
  await say(a1, teamId, '欢迎')
  await say(b1, teamId, '我把家里的事说了')
  const picture = await chatFiles.uploadOf(b1)({
    type: 'image',
    fileObject: new File([new Uint8Array(await createPhoto())], '家.jpg', { type: 'image/jpeg' }),
  })
  await sendTeamFile(b1, teamId, picture)
  await say(a1, teamId, '谢谢你的信任')
  expect(await readHistory(a1, teamId)).toEqual(['欢迎', '我把家里的事说了', 'a picture', '谢谢你的信任'])
  expect((await chatFiles.openFile(picture, bob.session)).status).toBe(200)

  const staff = await server().enter('administrator')
  const find = async () =>
    (await server().requestAs(staff, 'GET /admin/chat/conversations', { key: account.username })).data.groups
  expect(await find()).toMatchObject([{ teamId: Number(teamId), teamName: '读书小组', isMember: true, messages: 2 }])
  const input = { teamId: Number(teamId), key: account.username, reason }
  const reply = await server().requestAs(staff, 'POST /admin/chat/eraseInGroup', input)
  expect(reply.data).toEqual({ messages: 2 })
  expect(await find()).toMatchObject([{ messages: 0 }])
  for (const device of [a1, b1]) expect(await readHistory(device, teamId)).toEqual(['欢迎', '谢谢你的信任'])
  expect((await chatFiles.openFile(picture, bob.session)).status).toBe(404)
  const log = (await server().requestAs(staff, 'GET /admin/audit', { action: 'groupMessagesErased' })).data.content
  expect(log).toMatchObject([{ reason, subject: `chatGroup ${teamId} account ${account.id}` }])
})

/** Counts comments, pins and texts of alerts of one person. */
const countWords = async (accid: string) => {
  const [row] = await server().kit.sql<{ comments: number; pins: number; alerts: number }[]>`
    select (select count(*) from im_quick_comment where im_account_id = i.id) as comments,
      (select count(*) from im_message_pin where im_account_id = i.id) as pins,
      (select count(*) from crisis_text x join crisis_alert a on a.id = x.alert_id where a.writer_id = i.account_id)
        as alerts
    from im_account i where i.accid = ${accid}`
  return row!
}

test('erases comments, pins and texts of alerts of one person, and leaves those of the others', async () => {
  const { ann, a1, bob, b1, teamId, account } = await openTeam()
  const { idServer, time, from, to, idClient } = await say(a1, teamId, '欢迎')
  const msg = { scene: 'team' as const, to, from, time, idServer, idClient }
  const danger = await say(b1, teamId, '活着没意思，我想死')
  await say(a1, teamId, '我也不想活了')
  for (const device of [a1, b1]) await device.request('msgExtend.addQuickComment', { ...msg, body: 1, custom: '抱抱' })
  await b1.request('msgExtend.addMsgPin', { ...msg, pinCustom: '家里的事' })
  await a1.request('msgExtend.addQuickComment', { ...msg, idServer: danger.idServer, body: 2, custom: '加油' })
  expect([await countWords(bob.accid), await countWords(ann.accid)]).toEqual([
    { comments: 1, pins: 1, alerts: 1 },
    { comments: 2, pins: 0, alerts: 1 },
  ])
  const staff = await server().enter('administrator')
  const input = { teamId: Number(teamId), key: account.username, reason }
  expect((await server().requestAs(staff, 'POST /admin/chat/eraseInGroup', input)).status).toBe(200)
  expect([await countWords(bob.accid), await countWords(ann.accid)]).toEqual([
    { comments: 0, pins: 0, alerts: 0 },
    { comments: 1, pins: 0, alerts: 1 },
  ])
})

test('erases the messages of one person after the team was dismissed', async () => {
  const { a1, b1, teamId, account } = await openTeam()
  await say(a1, teamId, '欢迎')
  await say(b1, teamId, '我把家里的事说了')
  await a1.request('team.dismissTeam', { teamId })
  const staff = await server().enter('administrator')
  const find = async () =>
    (await server().requestAs(staff, 'GET /admin/chat/conversations', { key: account.username })).data.groups
  expect(await find()).toMatchObject([{ teamId: Number(teamId), isMember: false, messages: 1 }])
  const input = { teamId: Number(teamId), key: account.username, reason }
  expect((await server().requestAs(staff, 'POST /admin/chat/eraseInGroup', input)).data).toEqual({ messages: 1 })
  expect(await find()).toMatchObject([{ messages: 0 }])
  const bodies = await server().kit.sql<{ bytes: number }[]>`
    select length(m.body) as bytes from im_message m join im_team t on t.conversation_id = m.conversation_id
    where t.id = ${Number(teamId)} and m.type = 0 order by m.seq`
  expect(bodies.map(({ bytes }) => bytes > 0)).toEqual([true, false])
})

test('removes the messages from the devices of members, also from one that was away', async () => {
  const { ann, a1, b1, teamId, account } = await openTeam()
  await say(b1, teamId, '这句话会消失')
  const [online, away] = [a1, ann.device()]
  await untilReady(away)
  await until(() => [online, away].every((device) => heldTexts(device, teamId).length === 1), 'the message')
  away.disconnect()
  const staff = await server().enter('administrator')
  const input = { teamId: Number(teamId), key: account.username, reason }
  expect((await server().requestAs(staff, 'POST /admin/chat/eraseInGroup', input)).status).toBe(200)
  await until(() => heldTexts(online, teamId).length === 0, 'the device that is online')
  away.connect()
  await until(() => heldTexts(away, teamId).length === 0, 'the device that was away')
})

test('erases the messages of a person who has left, and refuses other people and roles', async () => {
  const { b1, teamId, account } = await openTeam()
  await say(b1, teamId, '说完就走')
  await b1.request('team.leaveTeam', { teamId })
  const staff = await server().enter('administrator')
  const erase = (by: typeof staff, key: string) =>
    server().requestAs(by, 'POST /admin/chat/eraseInGroup', { teamId: Number(teamId), key, reason })
  expect((await erase(staff, '没有这个人')).status).toBe(404)
  const [stranger] = await server().kit.sql<{ username: string }[]>`
    select username from account where id not in (select account_id from im_account where account_id is not null) limit 1`
  expect((await erase(staff, stranger!.username)).status).toBe(404)
  expect((await erase(await server().enter('service'), account.username)).status).toBe(403)
  expect((await erase(staff, account.username)).data).toEqual({ messages: 1 })
  expect((await erase(staff, account.username)).data).toEqual({ messages: 0 })
})

// Tests that consent is read, recorded and required before the first message to a counsellor.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { guideAccount } from '@xinqiao/contract/guide.ts'
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { leaveAll, createPerson, untilReady, textTo, until } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { chatConsentText, consentHash } from './text.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('requires a new version for a changed text, which names calls', () => {
  const known: Record<string, string> = {
    '2026-11': '2c8fc22f97544840e8ebcd3008253004be46df5fb0fa16c70e33e86d7fa4e097',
    '2026-12': '3fe2a3b689407ac61f21e0ab17520ead62b95db7d1b2c7b99af8bf88155b4308',
  }
  expect(consentHash).toBe(known[chatConsentText.version])
  const text = JSON.stringify(chatConsentText)
  for (const words of ['12356', '不录音、不录像', '对方可能看到您的网络地址']) expect(text).toContain(words)
})

test('requires consent before writing to a counsellor, and to no other account', async () => {
  const [ann, bob] = await Promise.all(
    ['user', 'user'].map(() => createPerson(server(), url, 'user', { hasAgreed: false })),
  )
  const doctor = await createPerson(server(), url, 'counsellor', { hasAgreed: false })
  const [a1, b1, d1] = [ann!.device(), bob!.device(), doctor.device()]
  await untilReady(a1, b1, d1)
  const draft = textTo(doctor.accid, '老师您好')
  const refusal = { code: imErrors.consentNeeded.code }
  await expect(a1.send(draft)).rejects.toMatchObject(refusal)
  const notice = { scene: 'p2p', to: doctor.accid, content: '老师您好' } as const
  await expect(a1.request('notify.sendCustomSysMsg', notice)).rejects.toMatchObject(refusal)
  const request = { account: doctor.accid, type: friendRequests.applyFriend, ps: '老师您好' }
  await expect(a1.request('friend.friendRequest', request)).rejects.toMatchObject(refusal)
  await a1.send(textTo(bob!.accid, '你好'))
  await d1.send(textTo(ann!.accid, '您好，我是您的咨询师'))
  const team = { type: 'advanced', name: '老师您好' } as const
  const accounts = [bob!.accid, doctor.accid]
  await expect(a1.request('team.createTeam', { ...team, accounts })).rejects.toMatchObject(refusal)
  const created = await a1.request('team.createTeam', { ...team, accounts: [bob!.accid] })
  const addition = { teamId: created.state.team.teamId, accounts }
  await expect(a1.request('team.addTeamMembers', addition)).rejects.toMatchObject(refusal)

  const writer = { token: ann!.session }
  const { data } = await server().requestAs(writer, 'GET /chat/consent')
  expect(data).toMatchObject({ isAgreed: false, version: chatConsentText.version })
  // the page asks for consent where a message needs it
  const isToCounsellor = async (to: string) =>
    (await server().requestAs(writer, 'GET /chat/consent', { to })).data.isToCounsellor
  expect(await isToCounsellor(doctor.accid)).toBe(true)
  for (const to of [bob!.accid, guideAccount, 'nobody']) expect(await isToCounsellor(to), to).toBe(false)
  const stale = await server().requestAs(writer, 'POST /chat/consent', { version: '2020-01', hash: data.hash })
  expect(stale).toMatchObject({ status: 409 })
  const altered = await server().requestAs(writer, 'POST /chat/consent', {
    version: data.version,
    hash: '0'.repeat(64),
  })
  expect(altered).toMatchObject({ status: 409 })
  await expect(a1.send(draft)).rejects.toMatchObject({ code: imErrors.consentNeeded.code })

  for (let i = 0; i < 2; i += 1) {
    const { version, hash } = data
    expect(await server().requestAs(writer, 'POST /chat/consent', { version, hash })).toMatchObject({ code: 200 })
  }
  expect((await server().requestAs(writer, 'GET /chat/consent')).data).toMatchObject({ isAgreed: true })
  // the message that was refused before
  await a1.send(draft)
  await until(() => d1.received.length === 1, 'the message')
  const rows = await server().kit.sql`
    select c.version, c.text_hash from im_consent c join im_account a on a.id = c.im_account_id
    where a.accid = ${ann!.accid}`
  expect([...rows]).toEqual([{ version: chatConsentText.version, text_hash: consentHash }])
  // the consent of one account does not count for another
  await expect(b1.send(textTo(doctor.accid, '老师好'))).rejects.toMatchObject({ code: imErrors.consentNeeded.code })
})

test("shows the latest conversations in the page's bell, with askers under their alias", async () => {
  const [ann, doctor] = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')]
  const readLatest = async (session: string) => (await server().requestAs({ token: session }, 'GET /chat/latest')).data
  expect(await readLatest(ann.session)).toEqual({ unread: 0, list: [] })
  const [a1, d1] = [ann.device(), doctor.device()]
  await untilReady(a1, d1)
  await a1.send(textTo(doctor.accid, '最近\n睡不好'))
  await a1.send(textTo(doctor.accid, '想和您聊聊'))
  const seen = await readLatest(doctor.session)
  expect(seen).toMatchObject({ unread: 2, list: [{ key: ann.accid, unread: 2, preview: '想和您聊聊' }] })
  expect(seen.list[0]?.name).toMatch(/^来访者[\dA-F]{4}$/)
  const [row] = await server().kit.sql`
    select nickname from account join im_account a on a.account_id = account.id where a.accid = ${doctor.accid}`
  expect(await readLatest(ann.session)).toMatchObject({ unread: 0, list: [{ name: row!['nickname'] as string }] })
})

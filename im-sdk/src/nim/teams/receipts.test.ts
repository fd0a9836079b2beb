// Tests of read receipts in teams, as pages use them.
import { expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { createChatPeople } from '../../../../server/db/fixtures/chat-people.ts'
import { createTeam } from '../../../test/marks.ts'
import { sendText, setUpPages, waitForDone } from '../../../test/page.ts'
import { until } from '../../../test/people.ts'
import { sendWithReceipts, getReadAccounts, getReads, sendReadReceipt, toReceipt } from '../../../test/team-receipts.ts'

const { server, openPages } = setUpPages()

test('reports to the sender how many members have read a message, and which', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam(pages)
  const first = await sendWithReceipts(ann, teamId, '周六聚会改到九点')
  const second = await sendWithReceipts(ann, teamId, '请带水杯')
  expect(await getReads(ann, first, second)).toEqual([
    { ...toReceipt(first), read: 0, unread: 2 },
    { ...toReceipt(second), read: 0, unread: 2 },
  ])
  await sendReadReceipt(bob, first)
  await until(() => ann.count('onTeamMsgReceipt') === 1, 'the receipt')
  expect(ann.last('onTeamMsgReceipt')).toEqual({
    teamMsgReceipts: [{ ...toReceipt(first), read: 1, unread: 1, account: bob.accid }],
  })
  expect(await getReadAccounts(ann, first)).toEqual({
    ...toReceipt(first),
    readAccounts: [bob.accid],
    unreadAccounts: [eve.accid],
  })
  // a receipt covers all earlier messages, and never moves back
  await sendReadReceipt(eve, second)
  await sendReadReceipt(eve, first)
  expect((await getReads(ann, first, second)).map(({ read }) => read)).toEqual([2, 1])
  await until(() => ann.count('onTeamMsgReceipt') === 2, 'both receipts together')
  expect(ann.last('onTeamMsgReceipt')).toMatchObject({
    teamMsgReceipts: [{ read: 2 }, { read: 1, unread: 1, account: eve.accid }],
  })
  const last = await sendWithReceipts(ann, teamId, '散会')
  await Promise.all([sendReadReceipt(bob, last), sendReadReceipt(eve, last)])
  const listReaders = () =>
    ann.calls
      .filter(({ name }) => name === 'onTeamMsgReceipt')
      .flatMap(({ data }) => (data as { teamMsgReceipts: { idServer: string; account: string }[] }).teamMsgReceipts)
      .filter(({ idServer }) => idServer === last.idServer)
      .map(({ account }) => account)
  await until(() => listReaders().length === 2, 'a row for each reader')
  expect(new Set(listReaders())).toEqual(new Set([bob.accid, eve.accid]))
})

test('counts the members who were in the team when the message came, and still are', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam([ann, bob])
  const msg = await sendWithReceipts(ann, teamId, '只有两个人')
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [eve.accid], done }))
  await sendReadReceipt(eve, msg)
  expect(await getReads(ann, msg)).toMatchObject([{ read: 0, unread: 1 }])
  await sendReadReceipt(bob, msg)
  await waitForDone((done) => bob.nim.leaveTeam({ teamId, done }))
  expect(await getReads(ann, msg)).toMatchObject([{ read: 0, unread: 0 }])
  await sendReadReceipt(bob, msg)
})

test('gives receipts of the caller’s messages only, and only of those that asked for them', async () => {
  const pages = await openPages()
  const [ann, bob] = pages
  const teamId = await createTeam(pages)
  const silent = await sendWithReceipts(ann, teamId, '不需要回执', false)
  const plain = await sendText(ann, teamId, '没有写', { scene: 'team' })
  const own = await sendWithReceipts(bob, teamId, '收到请回')
  expect([silent, plain, own].map(({ needMsgReceipt }) => needMsgReceipt)).toEqual([false, false, true])
  await sendReadReceipt(bob, silent, plain)
  expect(await getReads(ann, silent, plain, own)).toEqual([])
  for (const msg of [silent, own])
    await expect(getReadAccounts(ann, msg)).rejects.toMatchObject({ code: imErrors.notFound.code })
  const tooMany = Array.from({ length: 51 }, () => own)
  await expect(sendReadReceipt(ann, ...tooMany)).rejects.toThrow('不能超过50条')
  // the server skips bob's receipts for messages that asked for none: only bob gets a notice
  await sendReadReceipt(ann, own)
  await until(() => bob.count('onTeamMsgReceipt') === 1, 'the receipt')
  expect(ann.count('onTeamMsgReceipt')).toBe(0)
})

test('refuses receipts in teams of more than 200 members', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam([ann, bob])
  const msg = await sendWithReceipts(ann, teamId, '大家好')
  const people = await createChatPeople(server().kit.sql, 199)
  const accounts = people.map(({ accid }) => accid)
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts, done }))
  const calls = [() => sendReadReceipt(bob, msg), () => getReads(ann, msg), () => getReadAccounts(ann, msg)]
  for (const call of calls) await expect(call()).rejects.toThrow('超过200人')
})

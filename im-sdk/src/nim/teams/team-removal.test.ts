// Tests of recalling, editing, deleting and clearing in teams, as pages use them.
import { expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { createTeam } from '../../../test/marks.ts'
import { openPage, setUpPages, waitForDone } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import {
  becomesUnread,
  editMessage,
  lastTextOf,
  readTexts,
  recallMessage,
  sendTeamText,
  unreadOf,
} from '../../../test/team-messages.ts'
import type { NimMessage } from '../present/messages.ts'

const { server, url, openPages } = setUpPages()

test('removes a recalled message from all members, their counts and their last message', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam(pages)
  await sendTeamText(ann, teamId, '早上好')
  const wrong = await sendTeamText(ann, teamId, '这句说错了')
  await becomesUnread(bob, teamId, 2)
  await recallMessage(ann, wrong, { ps: '说错了' })
  await until(() => bob.count('onsysmsg') === 1 && eve.count('onsysmsg') === 1, 'the recall')
  expect(bob.last('onsysmsg')).toMatchObject({
    type: 'deleteMsg',
    scene: 'team',
    from: ann.accid,
    to: teamId,
    ps: '说错了',
    category: 'msg',
    deletedIdServer: wrong.idServer,
    deletedIdClient: wrong.idClient,
    opeAccount: ann.accid,
  })
  expect(ann.count('onsysmsg')).toBe(0)
  expect([unreadOf(bob, teamId), lastTextOf(bob, teamId)]).toEqual([1, '早上好'])
  for (const page of pages) expect(await readTexts(page, teamId)).toEqual(['早上好'])
  const rows = await server().kit.sql`select length(body) as size from im_message where id_client = ${wrong.idClient}`
  expect(rows).toEqual([{ size: 0 }])
  // again, as after a lost reply
  await recallMessage(ann, wrong)
  expect(bob.count('onsysmsg')).toBe(1)
  await sendTeamText(eve, teamId, '您好')
  await becomesUnread(bob, teamId, 2)
  await waitForDone((done) => bob.nim.resetSessionUnread(`team-${teamId}`, done))
  expect(unreadOf(bob, teamId)).toBe(0)
})

test('lets the owner and the managers recall messages of ordinary members', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam(pages)
  const rude = await sendTeamText(eve, teamId, '不友善的话')
  await expect(recallMessage(bob, rude)).rejects.toMatchObject({ code: imErrors.notAllowedInTeam.code })
  await waitForDone((done) => ann.nim.addTeamManagers({ teamId, accounts: [bob.accid], done }))
  await recallMessage(bob, rude)
  await until(() => eve.count('onsysmsg') === 1, 'the recall')
  expect(eve.last('onsysmsg')).toMatchObject({ from: eve.accid, opeAccount: bob.accid, deletedIdServer: rude.idServer })
  const notice = ann.calls.findLast(({ data }) => (data as NimMessage | null)?.type === 'notification')!
  await expect(recallMessage(ann, notice.data as NimMessage)).rejects.toMatchObject({ code: imErrors.notFound.code })
  const byOwner = await sendTeamText(ann, teamId, '群规')
  const byManager = await sendTeamText(bob, teamId, '补充')
  await expect(recallMessage(bob, byOwner)).rejects.toMatchObject({ code: imErrors.notAllowedInTeam.code })
  await recallMessage(ann, byManager)
  const { sql } = server().kit
  await sql`update im_message set time = time - 121000 where id_client = ${byOwner.idClient}`
  await expect(recallMessage(ann, byOwner)).rejects.toMatchObject({ code: imErrors.tooLateToRecall.code })
  await waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [eve.accid], done }))
  await expect(recallMessage(eve, { ...byOwner, from: eve.accid })).rejects.toMatchObject({
    code: imErrors.notInTeam.code,
  })
})

test('shows an edited message to all members; only its sender may edit it, unless muted', async () => {
  const pages = await openPages()
  const [ann, bob, eve] = pages
  const teamId = await createTeam(pages)
  const msg = await sendTeamText(bob, teamId, '周六八点')
  const { message } = await editMessage(bob, msg, '周六九点')
  expect(message).toMatchObject({ text: '周六九点', idServer: msg.idServer, time: msg.time })
  await until(() => eve.count('onReceiveMessagesModified') === 1, 'the edit')
  expect(eve.last('onReceiveMessagesModified')).toMatchObject([{ text: '周六九点', sessionId: `team-${teamId}` }])
  expect(bob.count('onReceiveMessagesModified')).toBe(0)
  expect([unreadOf(eve, teamId), lastTextOf(eve, teamId)]).toEqual([1, '周六九点'])
  expect(await readTexts(ann, teamId)).toEqual(['周六九点'])
  await expect(editMessage(ann, { ...msg, from: ann.accid }, '改别人的')).rejects.toMatchObject({ code: 404 })
  await waitForDone((done) => ann.nim.updateMuteStateInTeam({ teamId, account: bob.accid, mute: true, done }))
  await expect(editMessage(bob, msg, '禁言中')).rejects.toMatchObject({ code: imErrors.muted.code })
})

test('deletes for oneself and clears on the member’s own devices only', async () => {
  const bobsPerson = await createPerson(server(), url())
  const open = () => openPage(server(), url(), { person: bobsPerson })
  const [ann, bob, other] = [await openPage(server(), url()), await open(), await open()]
  const teamId = await createTeam([ann, bob])
  const sent: NimMessage[] = []
  for (const text of ['一', '二', '三']) sent.push(await sendTeamText(ann, teamId, text))
  await becomesUnread(other, teamId, 3)
  await waitForDone((done) => bob.nim.deleteMsgSelfBatch({ msgs: [sent[0]!, sent[2]!], done }))
  await until(() => other.count('onDeleteMsgSelf') === 2, 'the other device')
  await becomesUnread(other, teamId, 1)
  for (const page of [bob, other]) expect(lastTextOf(page, teamId)).toBe('二')
  expect(await readTexts(bob, teamId)).toEqual(['二'])
  expect(await readTexts(ann, teamId)).toEqual(['三', '二', '一'])
  // a message that is both deleted and recalled counts once
  await recallMessage(ann, sent[0]!)
  await recallMessage(ann, sent[1]!)
  await becomesUnread(bob, teamId, 0)
  await waitForDone((done) => bob.nim.clearServerHistoryMsgsWithSync({ scene: 'team', to: teamId, done }))
  expect(bob.last('onClearServerHistoryMsgs')).toMatchObject({ sessionId: `team-${teamId}` })
  await until(() => other.count('onClearServerHistoryMsgs') === 1, 'the other device')
  await sendTeamText(ann, teamId, '四')
  for (const page of [bob, other]) await until(() => lastTextOf(page, teamId) === '四', 'the next message')
  expect(await readTexts(bob, teamId)).toEqual(['四'])
  expect(await readTexts(ann, teamId)).toEqual(['四', '三'])
  expect(unreadOf(other, teamId)).toBe(1)
})

test('brings recalls and edits to a device that was offline', async () => {
  const [ann, bob] = await openPages()
  const teamId = await createTeam([ann, bob])
  const [first, second] = [await sendTeamText(ann, teamId, '第一句'), await sendTeamText(ann, teamId, '第二句')]
  await becomesUnread(bob, teamId, 2)
  bob.nim.disconnect()
  await recallMessage(ann, second)
  await editMessage(ann, first, '改过的第一句')
  bob.nim.connect()
  await until(() => bob.count('onsyncdone') === 2, 'the next sync')
  expect([unreadOf(bob, teamId), lastTextOf(bob, teamId)]).toEqual([1, '改过的第一句'])
  expect(bob.last('onofflinesysmsgs')).toMatchObject([{ type: 'deleteMsg', deletedIdServer: second.idServer }])
  expect(bob.last('onReceiveMessagesModified')).toMatchObject([{ text: '改过的第一句' }])
})

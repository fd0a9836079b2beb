// Tests of the local database after the account has left a team: it offers no message of that team any more.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createTeam } from '../../../test/marks.ts'
import { closePages, findSession, openPage, textsOf, waitForDone, type Page } from '../../../test/page.ts'
import { createPerson, until } from '../../../test/people.ts'
import { sendTeamText } from '../../../test/team-messages.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  globalThis.indexedDB = new IDBFactory()
})
afterEach(closePages)

async function readStoredTexts({ nim }: Page, teamId: string): Promise<string[]> {
  await nim.core.persistence.flush()
  const rows = await nim.core.persistence.database().findMessages({ sessionId: `team-${teamId}`, limit: 99 })
  return rows.flatMap(({ msg }) => (msg && 'text' in msg.content ? [msg.content.text] : []))
}
async function readOfferedTexts({ nim }: Page, teamId: string, idClients: string[]) {
  const input = { sessionId: `team-${teamId}`, types: ['text'] }
  const { msgs } = await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getLocalMsgs({ ...input, done }))
  const byId = await waitForDone<{ msgs: NimMessage[] }>((done) => nim.getLocalMsgsByIdClients({ idClients, done }))
  return { latest: textsOf(msgs), byId: textsOf(byId.msgs) }
}
const nothing = { latest: [], byId: [] }

/** A team with one message, which the page of a member has stored. */
async function openMemberPage() {
  const person = await createPerson(server(), url)
  const [ann, bob] = [await openPage(server(), url), await openPage(server(), url, { person, db: true })]
  const teamId = await createTeam([ann, bob])
  const { idClient } = await sendTeamText(ann, teamId, '只在组里说')
  await until(() => findSession(bob, teamId)?.lastMsg?.text === '只在组里说', 'the message')
  expect(await readStoredTexts(bob, teamId)).toEqual(['只在组里说'])
  const remove = () => waitForDone((done) => ann.nim.removeTeamMembers({ teamId, accounts: [bob.accid], done }))
  return { ann, bob, person, teamId, idClients: [idClient], remove }
}

test('removes the messages of a team from the database once the account is no member', async () => {
  const { ann, bob, teamId, idClients, remove } = await openMemberPage()
  await remove()
  await until(() => findSession(bob, teamId) === undefined, 'the removal')
  expect(await readOfferedTexts(bob, teamId, idClients)).toEqual(nothing)
  expect(await readStoredTexts(bob, teamId)).toEqual([])
  // a member who returns stores later messages
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [bob.accid], done }))
  await sendTeamText(ann, teamId, '欢迎回来')
  await until(() => findSession(bob, teamId)?.lastMsg?.text === '欢迎回来', 'the later message')
  expect(await readStoredTexts(bob, teamId)).toEqual(['欢迎回来'])
})

test('removes them at the next sync from a page that was closed during the removal', async () => {
  const { bob, person, teamId, idClients, remove } = await openMemberPage()
  await bob.nim.core.persistence.flush()
  bob.nim.destroy()
  await remove()
  const again = await openPage(server(), url, { person, db: true })
  expect(await readOfferedTexts(again, teamId, idClients)).toEqual(nothing)
  expect(await readStoredTexts(again, teamId)).toEqual([])
})

test('offers no message that an earlier version of the SDK left in the database', async () => {
  const { ann, bob, teamId, idClients, remove } = await openMemberPage()
  const [row] = await bob.nim.core.persistence.database().findMessages({ sessionId: `team-${teamId}`, limit: 1 })
  await remove()
  await until(() => findSession(bob, teamId) === undefined, 'the removal')
  await bob.nim.core.persistence.flush()
  await bob.nim.core.persistence.database().write([{ table: 'msg', row: row! }])
  expect(await readStoredTexts(bob, teamId)).toEqual(['只在组里说'])
  expect(await readOfferedTexts(bob, teamId, idClients)).toEqual(nothing)
  await waitForDone((done) => ann.nim.addTeamMembers({ teamId, accounts: [bob.accid], done }))
  await until(() => findSession(bob, teamId) !== undefined, 'the return')
  expect(await readOfferedTexts(bob, teamId, idClients)).toEqual(nothing)
})

// Tests of what a former member of a team still reads and may do: nothing, on any path.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { listLatestStates } from '../../../../../im-sdk/src/sync/merge/changes.ts'
import { enterWithDevice, leaveAll, until, type Device } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const enter = () => enterWithDevice(server(), url)
/** How many items an answer has, or the code of a refusal. */
const countOf = (answer: Promise<readonly unknown[]>): Promise<unknown> =>
  answer.then(
    ({ length }) => length,
    (error: unknown) => (error instanceof ImFailure ? error.code : error),
  )

test('shows a former member no message, mark, receipt, member or search result of the team', async () => {
  const [[ann], [bob, bobId]] = [await enter(), await enter()]
  const fields = { type: 'advanced', name: '夜读小组', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] })).state.team
  const content = { type: 0, text: '只在组里说', needMsgReceipt: 1 } as const
  const msg = await bob.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content })
  const { scene, from, to, time, idServer, idClient } = msg
  const ref = { scene, from, to, time, idServer, idClient }
  await ann.request('msgExtend.addQuickComment', { ...ref, body: 1 })
  await ann.request('msgExtend.addMsgPin', { ...ref, pinCustom: '别忘了' })
  const readAll = async (device: Device) => ({
    history: await countOf(device.request('msg.getHistoryMsgs', { scene, to }).then(({ msgs }) => msgs)),
    byId: await countOf(device.request('msgExtend.getMsgsByIdServer', { reqMsgs: [ref] }).then(({ msgs }) => msgs)),
    comments: await countOf(device.request('msgExtend.getQuickComments', { msgs: [ref] }).then(({ lists }) => lists)),
    pins: await countOf(device.request('msgExtend.getMsgPins', { id: `team-${teamId}` }).then(({ pins }) => pins)),
    thread: await countOf(
      device.request('msgExtend.getThreadMsgs', ref).then(({ threadMsg }) => (threadMsg ? [threadMsg] : [])),
    ),
    reads: await countOf(
      device
        .request('team.getTeamMsgReads', { teamMsgReceipts: [{ teamId, idServer, idClient }] } as never)
        .then(({ teamMsgReceipts }) => teamMsgReceipts),
    ),
    members: await countOf(device.request('team.getTeamMembers', { teamId }).then(({ members }) => members)),
    search: await countOf(
      device.request('search.msgFtsInServerByTiming', { keyword: '只在组里说' }).then(({ msgs }) => msgs),
    ),
  })
  const shown = { history: 2, byId: 1, comments: 1, pins: 1, thread: 1, reads: 1, members: 2, search: 1 }
  expect(await readAll(bob)).toEqual(shown)
  await ann.request('team.removeTeamMembers', { teamId, accounts: [bobId] })
  const notInTeam = imErrors.notInTeam.code
  expect(await readAll(bob)).toEqual({
    history: 0,
    byId: 0,
    comments: 0,
    pins: 0,
    thread: notInTeam,
    reads: 0,
    members: notInTeam,
    search: 0,
  })
})

test('ends the invitations of an account with its removal, until it is invited again', async () => {
  const [[ann, annId], [bob, bobId]] = [await enter(), await enter()]
  const fields = { type: 'advanced', name: '夜读小组', joinMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] })).state.team
  const listInvitations = () => listLatestStates(bob.store, 'sysMsg').filter(({ type }) => type === 'teamInvite')
  await until(() => listInvitations().length === 1, 'the invitation')
  await bob.request('team.applyTeam', { teamId })
  await ann.request('team.removeTeamMembers', { teamId, accounts: [bobId] })
  const accept = ({ idServer }: { idServer: string }) =>
    bob.request('team.acceptTeamInvite', { teamId, from: annId, idServer })
  const [before] = listInvitations()
  await expect(accept(before!)).rejects.toMatchObject({ code: imErrors.notFound.code })
  await ann.request('team.addTeamMembers', { teamId, accounts: [bobId] })
  await until(() => listInvitations().length === 2, 'the next invitation')
  await accept(listInvitations().find(({ idServer }) => idServer !== before!.idServer)!)
  await until(() => bob.store.teams.has(`team-${teamId}`), 'the team')
})

test('names former members only to those who were members with them', async () => {
  const [[ann], [bob, bobId], [eve, eveId]] = [await enter(), await enter(), await enter()]
  const fields = { type: 'advanced', name: '夜读小组', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...fields, accounts: [bobId] })).state.team
  await bob.request('team.updateInfoInTeam', { teamId, nickInTeam: '小舟' })
  await bob.request('team.leaveTeam', { teamId })
  const findNames = async (device: Device) =>
    (await device.request('team.getMembersByAccounts', { teamId, accounts: [bobId] })).formerNames
  expect(await findNames(ann)).toEqual([{ account: bobId, nickInTeam: '小舟' }])
  await ann.request('team.addTeamMembers', { teamId, accounts: [eveId] })
  expect(await findNames(eve)).toEqual([])
})

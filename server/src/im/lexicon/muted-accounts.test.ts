// Tests that accounts which may not send, muted or blocked, pass no text on by other commands either.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { CommandInput, CommandName } from '@xinqiao/contract/im/index.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { listLatestStates } from '../../../../im-sdk/src/sync/merge/changes.ts'
import { createPerson, leaveAll, textTo, until, untilReady, type Device } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer({ RECALL_OR_EDIT_SECONDS: '300' })
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const listRecalls = (device: Device) =>
  listLatestStates(device.store, 'goneMsg').map(({ ps, attach }) => ({ ps, attach }))

test('passes on no text of a muted account in names, profiles, invitations and recalls', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [before, bobDevice] = [ann.device(), bob.device()]
  await untilReady(before, bobDevice)
  const { teamId } = (await before.request('team.createTeam', { type: 'advanced', name: '夜读' })).state.team
  const { idServer } = await before.send(textTo(bob.accid, '你好'))
  await server().kit.sql`update im_account set is_muted = true where accid = ${ann.accid}`
  const muted = ann.device()
  await untilReady(muted)
  const attempts: { [K in CommandName]?: CommandInput<K> } = {
    'team.createTeam': { type: 'advanced', name: '任何话', accounts: [bob.accid] },
    'team.updateTeam': { teamId, announcement: '任何话' },
    'team.addTeamMembers': { teamId, accounts: [bob.accid], ps: '任何话' },
    'team.updateInfoInTeam': { teamId, nickInTeam: '任何话' },
    'user.updateMyInfo': { user: { sign: '任何话' } },
  }
  for (const [name, input] of Object.entries(attempts))
    await expect(muted.request(name as CommandName, input as never), name).rejects.toMatchObject({
      code: imErrors.muted.code,
    })
  await muted.request('msg.deleteMsg', { scene: 'p2p', to: bob.accid, idServer, ps: '任何话', attach: '任何话' })
  await until(() => listRecalls(bobDevice).length === 1, 'the recall')
  expect(listRecalls(bobDevice)).toEqual([{ ps: '', attach: '' }])
})

test('lets a blocked account neither edit its messages nor add words to a recall', async () => {
  const [ann, bob] = [await createPerson(server(), url), await createPerson(server(), url)]
  const [a, b] = [ann.device(), bob.device()]
  await untilReady(a, b)
  const { idServer } = await a.send(textTo(bob.accid, '你好'))
  await b.request('user.markInBlacklist', { account: ann.accid, isAdd: true })
  const ref = { scene: 'p2p', to: bob.accid, idServer } as const
  const edit = { ...ref, content: { type: 0, text: '骚扰' } } as const
  await expect(a.request('msg.modifyMsg', edit)).rejects.toMatchObject({ code: imErrors.blockedByPeer.code })
  await a.request('msg.deleteMsg', { ...ref, ps: '骚扰', attach: '骚扰' })
  await until(() => listRecalls(b).length === 1, 'the recall')
  expect(listRecalls(b)).toEqual([{ ps: '', attach: '' }])
})

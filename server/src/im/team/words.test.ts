// Tests that the word list of the chat applies to the texts of teams, profiles and friends, through the socket.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { enterWithDevice, leaveAll, type Device } from '../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let url = ''
let [ann, bob]: Device[] = []
let [annName, bobName]: string[] = []
let teamId = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
  const staff = await server().enter('service')
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '加微信', action: 1 })
  await server().requestAs(staff, 'POST /admin/lexicon', { word: '代写论文', action: 2 })
  ;[ann, annName] = await enterWithDevice(server(), url)
  ;[bob, bobName] = await enterWithDevice(server(), url)
  const fields = { name: '夜读', accounts: [bobName] }
  ;({ teamId } = (
    await ann.request('team.createTeam', { type: 'advanced', beInviteMode: 'noVerify', ...fields })
  ).state.team)
})
afterAll(leaveAll)

const word = '请找我代写论文'
const refusal = { code: imErrors.invalid.code, message: '含有不允许使用的词语，请修改后再试' }

test.each<[string, () => Promise<unknown>]>([
  ['the name of a new team', () => ann!.request('team.createTeam', { type: 'advanced', name: word })],
  ['its introduction', () => ann!.request('team.createTeam', { type: 'advanced', name: '晨读', intro: word })],
  ['a changed name', () => ann!.request('team.updateTeam', { teamId, name: word })],
  ['a changed introduction', () => ann!.request('team.updateTeam', { teamId, intro: word })],
  ['an announcement', () => ann!.request('team.updateTeam', { teamId, announcement: word })],
  ['custom fields', () => ann!.request('team.updateTeam', { teamId, custom: JSON.stringify({ word }) })],
  ['the own name in the team', () => bob!.request('team.updateInfoInTeam', { teamId, nickInTeam: word })],
  [
    'a name that a manager gives',
    () => ann!.request('team.updateNickInTeam', { teamId, account: bobName!, nickInTeam: word }),
  ],
  ['a masked word in a name', () => ann!.request('team.updateTeam', { teamId, name: '夜读加微信' })],
  ['a masked word in a nickname', () => bob!.request('team.updateInfoInTeam', { teamId, nickInTeam: '可加微信' })],
  ['an application', () => bob!.request('team.applyTeam', { teamId, ps: word })],
  ['the own nickname', () => bob!.request('user.updateMyInfo', { user: { nick: word } })],
  ['the own signature', () => bob!.request('user.updateMyInfo', { user: { sign: word } })],
  ['the own custom fields', () => bob!.request('user.updateMyInfo', { user: { custom: JSON.stringify([word]) } })],
  ['the alias of a friend', () => bob!.request('friend.updateFriend', { account: annName!, alias: word })],
  ['a request to a friend', () => bob!.request('friend.friendRequest', { account: annName!, type: 2, ps: word })],
  ['an invitation', () => ann!.request('team.addTeamMembers', { teamId, accounts: [annName!], ps: word })],
])('refuses a word of the list in %s', async (_place, send) => {
  await expect(send()).rejects.toMatchObject(refusal)
})

test('masks a word of the list, and never refuses a text that sounds like danger', async () => {
  await ann!.request('team.updateTeam', { teamId, intro: '夜读加微信', announcement: '我想死，代写论文' })
  const { team } = await bob!.request('team.getTeam', { teamId })
  expect(team).toMatchObject({ intro: '夜读***', announcement: '我想死，代写论文' })
  const { user } = await bob!.request('user.updateMyInfo', { user: { sign: '想聊就加微信' } })
  expect(user.sign).toBe('想聊就***')
})

// Tests that names with hidden characters are refused in pages of the site and of apps, while messages stay as sent.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { enterWithDevice, leaveAll } from '../../../../../im-sdk/test/people.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

test('refuses long nicknames, and names with hidden characters on each path, and keeps the text of a message', async () => {
  const [ann, annId] = await enterWithDevice(server(), url)
  const { teamId } = (await ann.request('team.createTeam', { type: 'advanced', name: '夜读' })).state.team
  const invalid = { code: imErrors.invalid.code, message: expect.stringContaining('看不见或改变方向的字符') as string }
  for (const name of ['\u200B', '小河\u202E'])
    for (const attempt of [
      () => ann.request('team.createTeam', { type: 'advanced', name }),
      () => ann.request('team.updateTeam', { teamId, name }),
      () => ann.request('team.updateInfoInTeam', { teamId, nickInTeam: name }),
      () => ann.request('team.updateNickInTeam', { teamId, account: annId, nickInTeam: name }),
      () => ann.request('user.updateMyInfo', { user: { nick: name } }),
      () => ann.request('friend.updateFriend', { account: annId, alias: name }),
    ])
      // one call at a time, as the order of attempts does not matter
      await expect(attempt()).rejects.toMatchObject(invalid)
  const long = { code: imErrors.invalid.code, message: '昵称不能超过20个字' }
  const nickInTeam = 'a'.repeat(60)
  await expect(ann.request('team.updateInfoInTeam', { teamId, nickInTeam })).rejects.toMatchObject(long)
  const renaming = { teamId, account: annId, nickInTeam }
  await expect(ann.request('team.updateNickInTeam', renaming)).rejects.toMatchObject(long)
  const text = '退款\u202E元001\u202C'
  const msg = await ann.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content: { type: 0, text } })
  expect(msg.content).toMatchObject({ text })
})

// Uses of a chat by the page of a user, whose callbacks throw: marks of messages, a team and a super team.
import type { NimMessage } from '../src/nim/present/messages.ts'
import type { Page } from './page.ts'
import { until } from './people.ts'
import { callThrowing, type Chance } from './throwing-pages.ts'

/** Comments, pins, top sessions, a crisis, and deletions for one side, in a conversation with another account. */
export async function useMarks(ann: Page, eve: string, chance: Chance): Promise<void> {
  const ask = <T>(method: string, options: object) => callThrowing<T>(ann, chance, method, options)
  const target = { scene: 'p2p', to: eve }
  const msg = await ask<NimMessage>('sendText', { ...target, text: '一' })
  for (const method of ['addQuickComment', 'deleteQuickComment']) await ask(method, { msg, body: 1 })
  for (const method of ['addMsgPin', 'deleteMsgPin']) await ask(method, { msg })
  await ask('addStickTopSession', { id: `p2p-${eve}` })
  await ask('deleteMsgSelf', { msg: await ask<NimMessage>('sendText', { ...target, text: '活着没意思，不想活了' }) })
  await ask('clearServerHistoryMsgsWithSync', target)
  await ask('getRobots', {})
}

/** The other account applies for a friendship, which Ann accepts and ends. */
export async function acceptFriend(ann: Page, eve: Page, chance: Chance): Promise<void> {
  await callThrowing(eve, chance, 'applyFriend', { account: ann.accid, ps: '您好' })
  const account = eve.accid
  await until(() => ann.count('onsysmsg') > 0, 'the application')
  await callThrowing(ann, chance, 'passFriendApply', { account })
  await callThrowing(ann, chance, 'deleteFriend', { account })
}

/** Ann founds a team with Bob, who answers with a receipt and becomes its owner. */
export async function useTeam(ann: Page, bob: Page, chance: Chance): Promise<void> {
  const ask = <T>(method: string, options: object, page = ann) => callThrowing<T>(page, chance, method, options)
  const fields = { type: 'advanced', name: '互助', beInviteMode: 'noVerify', accounts: [bob.accid] }
  const { team } = await ask<{ team: { teamId: string } }>('createTeam', fields)
  const { teamId } = team
  const [account, accounts] = [bob.accid, [bob.accid]]
  const text = { scene: 'team', to: teamId, text: '收到请回', needMsgReceipt: true }
  const { idServer, idClient } = await ask<NimMessage>('sendText', text)
  await until(
    () => bob.nim.client.store.conversations.get(`team-${teamId}`)?.lastMsg?.idServer === idServer,
    'the text',
  )
  await ask('sendTeamMsgReceipt', { teamMsgReceipts: [{ teamId, idServer, idClient }] }, bob)
  await until(() => ann.count('onTeamMsgReceipt') > 0, 'the receipt')
  await ask('getTeamMembers', { teamId }, bob)
  await ask('updateTeam', { teamId, intro: '每周三' })
  await ask('addTeamManagers', { teamId, accounts })
  await ask('updateMuteStateInTeam', { teamId, account, mute: true })
  bob.nim.disconnect()
  await ask('updateInfoInTeam', { teamId, nickInTeam: '组长' })
  bob.nim.connect()
  await until(() => bob.count('onteammembers') > 0, 'the members')
  await ask('updateInfoInTeam', { teamId, nickInTeam: '主持' })
  await ask('removeTeamMembers', { teamId, accounts })
  await ask('addTeamMembers', { teamId, accounts })
  await ask('transferTeam', { teamId, account, leave: false })
  await ask('dismissTeam', { teamId }, bob)
}

/** Takes the same steps in a super team, which the backend has created. */
export async function useSuperTeam(ann: Page, bob: Page, chance: Chance, teamId: string): Promise<void> {
  const ask = (method: string, options: object, page = ann) => callThrowing(page, chance, method, options)
  const [account, accounts] = [bob.accid, [bob.accid]]
  await ask('updateSuperTeam', { teamId, intro: '九点开始' })
  await ask('addSuperTeamManagers', { teamId, accounts })
  await ask('updateSuperTeamMembersMute', { teamId, account, mute: true })
  await ask('updateInfoInSuperTeam', { teamId, nickInTeam: '主持人' })
  await ask('removeSuperTeamMembers', { teamId, accounts })
  await ask('addSuperTeamMembers', { teamId, accounts })
  await ask('transferSuperTeam', { teamId, account, leave: false })
  await bob.nim.client.request('team.dismissTeam', { scene: 'superTeam', teamId })
}

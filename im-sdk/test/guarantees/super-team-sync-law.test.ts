// Tests of the sync law for super teams, which share the commands of teams. One case joins several of them.
import { beforeAll, test } from 'vitest'
import { createSuperTeam } from '../../../server/test/steps/super-teams.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { createPerson, textTo, until, type Device } from '../people.ts'
import { expectLaw, type LawCase } from '../sync-law.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})

const scene = 'superTeam' as const
const teamIdOf = (device: Device | undefined) => [...device!.store.teams.values()][0]!.team.teamId
const sendTeamText = (device: Device | undefined, text: string) =>
  device!.send({ ...textTo(teamIdOf(device), text), scene })
/** Ann's super team with Bob, in which both have written. */
const createAndTalk =
  ([ann, bob]: readonly string[]): LawCase['act'] =>
  async (devices) => {
    await createSuperTeam(server(), ann!, { name: '年会', accounts: [bob!], joinMode: 'noVerify' })
    await until(() => devices.every(({ store }) => store.teams.size > 0), 'the team')
    for (const device of devices) await sendTeamText(device, '第一句')
  }

const cases: Record<string, (accids: readonly string[]) => LawCase['act']> = {
  'changes and messages':
    ([, bob]) =>
    async ([a, b]) => {
      const team = { scene, teamId: teamIdOf(a) }
      await a!.request('team.updateTeam', { ...team, announcement: '九点开始' })
      await b!.request('team.updateInfoInTeam', { ...team, nickInTeam: '小波' })
      await a!.request('team.updateMuteStateInTeam', { ...team, accounts: [bob!], mute: true })
      await a!.request('team.updateMuteStateInTeam', { ...team, accounts: [bob!], mute: false })
      const { idServer } = await sendTeamText(b, '写错了')
      const target = { scene, to: team.teamId, idServer }
      await b!.request('msg.modifyMsg', { ...target, content: { type: 0, text: '写对了' } })
      await a!.request('msg.deleteMsg', target)
      await sendTeamText(a, '后来')
      await b!.markRead(`superTeam-${team.teamId}`)
      await sendTeamText(a, '最后')
    },
  'leaving, joining and the removal':
    ([, bob]) =>
    async ([a, b]) => {
      const team = { scene, teamId: teamIdOf(a) }
      await b!.request('team.leaveTeam', team)
      await sendTeamText(a, '走了')
      await b!.request('team.applyTeam', team)
      await until(() => b!.store.teams.size > 0, 'the team')
      await sendTeamText(b, '又来了')
      await a!.request('team.removeTeamMembers', { ...team, accounts: [bob!] })
      await sendTeamText(a, '少了一个人')
    },
  'the transfer and the dismissal':
    ([, bob]) =>
    async ([a, b]) => {
      const team = { scene, teamId: teamIdOf(a) }
      await a!.request('team.transferTeam', { ...team, account: bob!, leave: false })
      await sendTeamText(a, '交给你了')
      await b!.request('team.dismissTeam', team)
    },
}

test.each(Object.entries(cases))('lists %s of a super team in a sync', async (_name, make) => {
  const people = [await createPerson(server(), url), await createPerson(server(), url)] as const
  const accids = people.map(({ accid }) => accid)
  await expectLaw(people, { before: createAndTalk(accids), act: make(accids) })
})

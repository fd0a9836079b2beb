// Steps of roster groups for tests: a committee with members, and its group.
import { expect } from 'vitest'
import { alignRosterGroups } from '../../src/bridge/roster-groups/follow.ts'
import { openDevice, untilReady, type Device } from '../../../im-sdk/test/people.ts'
import type { Caller, TestServer } from '../test-server.ts'

export function useRosterGroups(server: () => TestServer, admin: () => Caller) {
  const saveMembers = async (id: number, people: readonly Caller[]): Promise<void> => {
    const usernames = people.map(({ username }) => username)
    expect((await server().requestAs(admin(), 'PUT /admin/committee/members', { id, usernames })).code).toBe(200)
  }
  const join = (caller: Caller, id: number) =>
    server().requestAs(caller, 'POST /rosterGroup/join', { id, agreed: true })
  return {
    saveMembers,
    join,
    /** Runs the job that compares groups with their lists. */
    follow: () => alignRosterGroups(server().kit),
    /** Creates a committee with these members, and its group, which all of them join. */
    createCommitteeGroup: async (people: readonly Caller[], name = `委员会${Math.random()}`) => {
      const draft = { name, position: 1, enabled: true }
      const { id } = (await server().requestAs(admin(), 'POST /admin/committee', draft)).data
      await saveMembers(id, people)
      const source = { kind: 'committee', sourceId: id } as const
      const reply = await server().requestAs(admin(), 'POST /admin/rosterGroup', source)
      expect(reply.code).toBe(200)
      await alignRosterGroups(server().kit)
      for (const person of people) expect((await join(person, reply.data.id)).code).toBe(200) // oxlint-disable-line no-await-in-loop -- one after the other
      return { committeeId: id, groupId: reply.data.id, source }
    },
    readOwn: async (caller: Caller, groupId: number) => {
      const { data } = await server().requestAs(caller, 'GET /rosterGroup/list')
      return data.content.find(({ id }) => id === groupId)
    },
    readNotices: async (caller: Caller): Promise<string[]> => {
      const rows = await server().kit.sql<{ title: string }[]>`
        select title from message where account_id = ${caller.id} and kind = 'peerGroup' order by id`
      return rows.map(({ title }) => title)
    },
    openDeviceOf: async (url: string, caller: Caller): Promise<Device & { accid: string }> => {
      const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
      const device = openDevice(url, data)
      await untilReady(device)
      return Object.assign(device, { accid: data.accid })
    },
  }
}

// Steps of peer groups for tests: staff publish a group, users apply and join, and people chat in it.
import { expect } from 'vitest'
import type { TeamScene } from '@xinqiao/contract/im/team/team-model.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { EndpointKey } from '@xinqiao/contract/http/index.ts'
import { openDevice, untilReady, type Device } from '../../../im-sdk/test/people.ts'
import type { RequestInput } from '../api-requests.ts'
import type { Caller, TestServer } from '../test-server.ts'

export const peerGroupDraft = {
  title: '走出失眠',
  summary: '一起调整作息',
  description: '每周三晚八点。',
  rules: '互相尊重，不透露身份。',
  capacity: 3,
  coLeader: '',
}

export type PeerGroupPeople = { admin: Caller; leader: Caller }

export const enterPeerGroupPeople = async (server: TestServer): Promise<PeerGroupPeople> => ({
  admin: await server.enter('administrator'),
  leader: await server.enter('counsellor'),
})

/** @param people the administrator who publishes groups, and the counsellor who leads them */
export function usePeerGroups(server: () => TestServer, people: () => PeerGroupPeople) {
  const callAsAdmin = <K extends EndpointKey>(key: K, input: RequestInput<K>) =>
    server().requestAs(people().admin, key, input)
  const readGroup = async (caller: { token: string }, id: number) =>
    (await server().requestAs(caller, 'GET /peerGroup/getById', { id })).data
  const readOwnId = async (caller: Caller, groupId: number) => (await readGroup(caller, groupId)).own!.id
  const apply = (caller: Caller, id: number, alias: string, note = '想认识睡不好的人') =>
    server().requestAs(caller, 'POST /peerGroup/apply', { id, alias, note, agreed: true })
  const decide = (id: number, isAccepted = true, reason = '', caller = people().leader) =>
    server().requestAs(caller, 'POST /peerGroup/decide', { id, isAccepted, reason })

  async function createGroup(fields: object = {}): Promise<number> {
    const draft = { ...peerGroupDraft, leader: people().leader.username, ...fields }
    return (await callAsAdmin('POST /admin/peerGroup', draft)).data.id
  }
  return {
    callAsAdmin,
    readGroup,
    readOwnId,
    apply,
    decide,
    createGroup,
    publishGroup: async (fields: object = {}): Promise<{ id: number; teamId: string }> => {
      const id = await createGroup(fields)
      expect((await callAsAdmin('POST /admin/peerGroup/state', { id, state: 'open' })).code).toBe(200)
      return { id, teamId: (await readGroup(people().leader, id)).teamId! }
    },
    join: async (caller: Caller, groupId: number, alias: string): Promise<void> => {
      expect((await apply(caller, groupId, alias)).code).toBe(200)
      expect((await decide(await readOwnId(caller, groupId))).code).toBe(200)
    },
    openDeviceOf: async (url: string, caller: Caller): Promise<Device & { accid: string }> => {
      const { data } = await server().requestAs(caller, 'GET /neteaseUser/getUser')
      const device = openDevice(url, data)
      await untilReady(device)
      return Object.assign(device, { accid: data.accid })
    },
    /** Titles of the notices of this person about peer groups, oldest first. */
    readNotices: async (caller: Caller): Promise<string[]> => {
      const rows = await server().kit.sql<{ title: string }[]>`
        select title from message where account_id = ${caller.id} and kind = 'peerGroup' order by id`
      return rows.map(({ title }) => title)
    },
  }
}

export const sayInTeam = (device: Device, teamId: string, text: string, scene: TeamScene = 'team') =>
  device.request('msg.sendMsg', {
    scene,
    to: teamId,
    idClient: crypto.randomUUID(),
    content: { type: chatMessageTypes.text, text },
  })

/** Texts that the account sees in the team, oldest first. */
export async function readTeamTexts(device: Device, teamId: string, scene: TeamScene = 'team'): Promise<string[]> {
  const { msgs } = await device.request('msg.getHistoryMsgs', { scene, to: teamId, reverse: true })
  return msgs.flatMap(({ content }) => ('text' in content ? [content.text] : []))
}

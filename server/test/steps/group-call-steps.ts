// Steps of tests of group calls: a counsellor-led group with members, and what people do in its call.
import { expect } from 'vitest'
import { describeCall } from '@xinqiao/contract/calls.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { useLedGroups } from './led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from './peer-group-steps.ts'
import type { Caller, TestServer } from '../test-server.ts'

type CallGroup = PeerGroupPeople & { id: number; teamId: string; members: Caller[] }

/** Publishes a group whose members have the aliases 成员1, 成员2 and so on. */
async function openCallGroup(server: TestServer, memberCount: number): Promise<CallGroup> {
  const people = await enterPeerGroupPeople(server)
  const { decide, readOwnId } = usePeerGroups(
    () => server,
    () => people,
  )
  const { applyWith, propose, publish, readText } = useLedGroups(
    () => server,
    () => people,
  )
  const group = await publish(await propose({ capacity: 20 }))
  const members: Caller[] = []
  for (const index of Array.from({ length: memberCount }, (_, i) => i + 1)) {
    const member = await server.enter('user')
    expect((await applyWith(member, group.id, `成员${index}`, await readText())).code).toBe(200)
    expect((await decide(await readOwnId(member, group.id))).code).toBe(200)
    members.push(member)
  }
  return { ...people, ...group, members }
}

const signs = {
  isConnected: false,
  isSilent: false,
  hasVideo: true,
  isSharing: false,
  route: 'relay',
  samples: 0,
  poorSamples: 0,
  rttMs: 0,
  lossPermille: 0,
} as const

export function useGroupCalls(server: () => TestServer) {
  let group: CallGroup
  const sync = (person: Caller, id: number, participant: number, report: object = {}) =>
    server().requestAs(person, 'POST /groupCall/sync', { id, participant, ...signs, ...report })
  return {
    open: async (memberCount: number) => (group = await openCallGroup(server(), memberCount)),
    start: async (): Promise<number> =>
      (await server().requestAs(group.leader, 'POST /groupCall/start', { teamId: group.teamId })).data.id,
    /** @returns the number of the person in the call */
    join: async (person: Caller, id: number): Promise<number> => {
      const reply = await server().requestAs(person, 'POST /groupCall/join', { id })
      expect(reply.code).toBe(200)
      return reply.data.participant
    },
    /** The reason why this person cannot join. */
    findRefusal: async (person: Caller, id: number) =>
      (await server().requestAs(person, 'POST /groupCall/join', { id })).reason,
    sync,
    readState: async (...input: Parameters<typeof sync>) => (await sync(...input)).data,
    end: (id: number) => server().requestAs(group.leader, 'POST /groupCall/end', { id }),
    findCurrent: async (person: Caller) =>
      (await server().requestAs(person, 'GET /groupCall/current', { teamId: group.teamId })).data,
    /** People in the room on the media server; null without a room. */
    listRoom: async (id: number) => (await server().kit.media!.list(`${id}`))?.map(Number) ?? null,
    /** Messages about calls in the chat of the group, oldest first. */
    readRecords: async (url: string): Promise<string[]> => {
      const { openDeviceOf } = usePeerGroups(server, () => group)
      const device = await openDeviceOf(url, group.members[0]!)
      const { msgs } = await device.request('msg.getHistoryMsgs', { scene: 'team', to: group.teamId, reverse: true })
      return msgs.flatMap(({ content }) =>
        content.type === chatMessageTypes.g2 && 'attach' in content ? [describeCall(content.attach, false)] : [],
      )
    },
  }
}

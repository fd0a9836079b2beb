// The sync law: an old snapshot with all later pushes equals a fresh snapshot. So does an old snapshot with the sync of
// a device that was offline.
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { listLatestStates } from '../src/sync/merge/changes.ts'
import { leaveAll, untilReady, until, type Device, type ChatPerson } from './people.ts'

/** Sorted data of a device, limited to the users that a fresh device knows. */
function snapshot({ store }: Device, fresh: Device) {
  return {
    conversations: [...store.conversations]
      .map(([id, { session, lastMsg, seq }]) => ({ id, session, lastMsg, seq }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    teams: [...store.teams]
      .map(([id, { team, own, ownReadable, lastReadable }]) => ({ id, team, own, ownReadable, lastReadable }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    // a recall stays on the devices that received it
    things: [...store.lastChanges].filter(([, { kind }]) => kind !== 'goneMsg').sort(([a], [b]) => (a < b ? -1 : 1)),
    users: [...fresh.store.users.keys()].sort().map((account) => store.users.get(account)),
  }
}

export async function expectSameSnapshot(device: Device, fresh: Device): Promise<void> {
  const isInAgreement = () => isDeepStrictEqual(snapshot(device, fresh), snapshot(fresh, fresh))
  await until(isInAgreement, 'the snapshot of a fresh device').catch(() =>
    expect(snapshot(device, fresh)).toEqual(snapshot(fresh, fresh)),
  )
}

/** Checks that a device that was online from the start holds exactly the server's history. */
export async function expectHistory(device: Device): Promise<void> {
  for (const conversation of device.store.conversations.values()) {
    const { scene, to } = conversation.session
    const { msgs } = await device.request('msg.getHistoryMsgs', { scene, to, reverse: true })
    // the push about a removal may not have arrived yet
    const hasSameMessages = () => isDeepStrictEqual(conversation.msgs, msgs)
    await until(hasSameMessages, 'the history that the server gives').catch(() =>
      expect(conversation.msgs).toEqual(msgs),
    )
  }
}

export type LawCase = {
  /** Prepares data on one device of each person. */
  before?: (devices: readonly Device[]) => Promise<unknown>
  act: (devices: readonly Device[]) => Promise<unknown>
}

export type CaseAction = LawCase['act']
export type PairOfAccounts = { ann: string; bob: string }

/** The first system message of this device, once it has arrived. */
export async function awaitNotice(device: Device | undefined): Promise<string> {
  const findFirstNotice = () => listLatestStates(device!.store, 'sysMsg').find(() => true)
  await until(() => findFirstNotice() !== undefined, 'a system message')
  return findFirstNotice()!.idServer
}

/** Every person has three devices: one that acts, one that is online, and one that is offline meanwhile. */
export async function expectLaw(people: readonly ChatPerson[], { before, act }: LawCase): Promise<void> {
  const sets = people.map((person) => ({
    person,
    acting: person.device(),
    watching: person.device(),
    away: person.device(),
  }))
  await untilReady(...sets.flatMap(({ acting, watching, away }) => [acting, watching, away]))
  const actors = sets.map(({ acting }) => acting)
  await before?.(actors)
  for (const { person, away } of sets) {
    const fresh = person.device()
    await untilReady(fresh)
    await expectSameSnapshot(away, fresh)
    fresh.disconnect()
    away.disconnect()
  }
  await act(actors)
  for (const { person, acting, watching, away } of sets) {
    const fresh = person.device()
    const back = person.device({ store: away.store, deviceId: away.deviceId })
    await untilReady(fresh, back)
    for (const device of [acting, watching, back]) {
      await expectSameSnapshot(device, fresh)
      await expectHistory(device)
    }
  }
  leaveAll()
}

// Test of the order of locks: the team before the consent, so that withdrawing and removing cannot block each other.
import { expect, test } from 'vitest'
import { useLedGroups } from '../../../../test/steps/led-group-steps.ts'
import { enterPeerGroupPeople, usePeerGroups, type PeerGroupPeople } from '../../../../test/steps/peer-group-steps.ts'
import { useTestServer } from '../../../../test/test-server.ts'

const server = useTestServer()
let people: PeerGroupPeople
const { callAsAdmin, decide, readGroup, readOwnId } = usePeerGroups(server, () => people)
const { applyWith, propose, publish, readText } = useLedGroups(server, () => people)

const untilBlocked = () =>
  expect.poll(() => server().owner`select 1 from pg_locks where not granted`, { timeout: 10_000 }).not.toHaveLength(0)

/** Runs `work` while the team is locked, and expects that it waits without a lock of the consent. */
async function expectFreeConsent(teamId: string, clientId: number, work: () => Promise<{ code: number }>) {
  const running = await server().owner.begin(async (tx) => {
    await tx`select id from im_team where id = ${Number(teamId)} for update`
    const call = work()
    await untilBlocked()
    await tx`select 1 from led_consent where account_id = ${clientId} for update nowait`
    return { call }
  })
  expect((await running.call).code).toBe(200)
}

test('locks the team before the consent when a client withdraws, and when the group ends', async () => {
  people = await enterPeerGroupPeople(server())
  const { id, teamId } = await publish(await propose())
  const [client, other] = [await server().enter('user'), await server().enter('user')]
  for (const [person, alias] of [
    [client, '小舟'],
    [other, '远山'],
  ] as const) {
    await applyWith(person, id, alias, await readText())
    await decide(await readOwnId(person, id))
  }
  await expectFreeConsent(teamId, client.id, () =>
    server().requestAs(client, 'POST /peerGroup/withdrawConsent', { id }),
  )
  expect((await readGroup(client, id)).own?.state).toBe('ended')
  await expectFreeConsent(teamId, other.id, () =>
    callAsAdmin('POST /admin/peerGroup/state', { id, state: 'dissolved', reason: '结束' }),
  )
})

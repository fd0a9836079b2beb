// Fault test with real processes: two nodes follow a long list, are killed in the middle, and admit each person once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { roles } from '@xinqiao/contract/roles.ts'
import { until } from '../../../../im-sdk/test/people.ts'
import { startNodeProcess, type NodeProcess } from '../../../test/node-process.ts'
import { useRosterGroups } from '../../../test/steps/roster-group-steps.ts'
import { useTestServer, type Caller } from '../../../test/test-server.ts'

const server = useTestServer()
let admin: Caller
const { createCommitteeGroup } = useRosterGroups(server, () => admin)
const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-roster-kill-'))
const nodes: NodeProcess[] = []
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  rmSync(folder, { recursive: true, force: true })
})

const people = 450
/** Four nodes start on a machine that other tests use, too. */
const maxWaitMs = 120_000

/** Adds accounts to the list of the committee. */
const listPeople = async (committeeId: number) => {
  await server().owner`
    with added as (
      insert into account (username, password_hash, role_id, phone_sealed, phone_index, nickname)
      select 'listed' || n, '', ${roles.counsellor}, '', ('listed' || n)::bytea, '委员' || n from generate_series(1, ${people}) n
      returning id)
    insert into special_committee_member (committee_id, account_id) select ${committeeId}, id from added`
}
const readTeam = async () => {
  const [row] = await server().owner<{ members: number; counted: number; notices: number; version: number }[]>`
    select (select count(*) from im_team_member m where m.team_id = t.id and m.is_valid and m.role = 0) as members,
      t.member_count - 1 as counted,
      (select count(*) from message where kind = 'peerGroup' and title like '%的群里%') as notices,
      (select coalesce(max(version), 0) from im_team_member m where m.team_id = t.id and m.role = 0) as version
    from roster_group g join im_team t on t.id = g.team_id`
  return row!
}

test('admits each person of a long list once, with kill -9 in the middle', { timeout: 5 * maxWaitMs }, async () => {
  admin = await server().enter('administrator')
  const { committeeId } = await createCommitteeGroup([])
  const env = {
    DATABASE_URL: server().databaseUrl,
    DATA_DIR: folder,
    TESTED_JOB: 'roster groups',
    JOB_SPEED: '100',
    SECRET_KEY: 'a root key that only tests have, long enough',
  }
  await listPeople(committeeId)
  const start = async (): Promise<NodeProcess> => {
    const node = await startNodeProcess(env)
    nodes.push(node)
    return node
  }
  // the transaction of a batch has admitted its people, and waits to insert their notices
  await server().owner.begin(async (tx) => {
    await tx`lock table message in exclusive mode`
    const node = await start()
    const isWaiting = async () =>
      (await tx`select 1 from pg_locks where not granted and relation = 'message'::regclass`).length > 0
    await until(isWaiting, 'a batch to wait for the lock', maxWaitMs)
    await node.kill(true)
  })
  expect(await readTeam()).toMatchObject({ members: 0, counted: 0, notices: 0 })

  // kills the node between two batches, or within one
  const node = await start()
  await until(async () => (await readTeam()).members > 0, 'the first batch', maxWaitMs)
  await node.kill(true)
  const { members, counted, notices } = await readTeam()
  expect(members % 100 === 0 || members === people).toBe(true)
  expect([counted, notices]).toEqual([members, members])

  await Promise.all([start(), start()])
  await until(async () => (await readTeam()).members === people, 'all people to be members', maxWaitMs)
  expect(await readTeam()).toEqual({ members: people, counted: people, notices: people, version: 1 })

  // removes everyone from the list
  await server().owner`delete from special_committee_member where committee_id = ${committeeId}`
  await nodes.at(-1)!.kill(true)
  await until(async () => (await readTeam()).members === 0, 'all people to leave', maxWaitMs)
  expect(await readTeam()).toMatchObject({ members: 0, counted: 0 })
})

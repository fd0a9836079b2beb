// Tests of reactions in the chat session: two members see them live, and a later page reads them.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { enterWithDevice, leaveAll, until } from '../../../test/people.ts'
import type { GroupTracker } from '../state/group-tracker.ts'
import { createReactionTracker } from './reactions.ts'
import { createThreadLoader } from './threads.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(leaveAll)

const [heart, hug] = [2, 3]

test('toggles a reaction of the account, counts those of all, and reads earlier ones once', async () => {
  const [[ann, annId], [bob, bobId]] = [await enterWithDevice(server(), url), await enterWithDevice(server(), url)]
  const modes = { type: 'advanced', beInviteMode: 'noVerify' } as const
  const { teamId } = (await ann.request('team.createTeam', { ...modes, name: '夜读', accounts: [bobId] })).state.team
  const key = `team-${teamId}`
  const content = { type: 0, text: '今天好累' } as const
  const { idServer } = await ann.send({ scene: 'team', to: teamId, idClient: crypto.randomUUID(), content })
  const [first, second] = [createReactionTracker(ann, annId, () => {}), createReactionTracker(bob, bobId, () => {})]
  await second.toggle(key, idServer, hug)
  await second.toggle(key, idServer, heart)
  await first.toggle(key, idServer, hug)

  // a page that opens later
  const groups = { groupOf: () => null, isFormer: () => false, peopleOf: () => new Map() } as unknown as GroupTracker
  const reactions = createReactionTracker(ann, annId, () => {})
  const threads = createThreadLoader(ann, annId, { groups, reactions }, () => {})
  threads.stateOfThread(key)
  await threads.loadOlder(key)
  const read = () => threads.current().get(key)!.reactions.get(idServer)
  await until(() => read()?.length === 2, 'the reactions')
  expect(read()).toEqual([
    { body: heart, count: 1, isOwn: false },
    { body: hug, count: 2, isOwn: true },
  ])
  // the list stays the same object, so that a screen need not draw it again
  expect(read()).toBe(read())
  await reactions.toggle(key, idServer, hug)
  expect(read()).toEqual([
    { body: heart, count: 1, isOwn: false },
    { body: hug, count: 1, isOwn: false },
  ])
  const msg = { scene: 'team', from: annId, to: teamId, time: 1, idServer, idClient: '' } as const
  const removal = { msg, comment: { from: bobId, body: heart, custom: '', time: 1 }, isAdded: false }
  reactions.receive(removal)
  reactions.receive(removal)
  expect(read()).toEqual([{ body: hug, count: 1, isOwn: false }])
})

// Tests of groups on a site without a media server.
import { expect, test } from 'vitest'
import { useGroupCalls } from '../../../test/steps/group-call-steps.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
const { open, findCurrent } = useGroupCalls(server)

test('offers no group calls, and refuses to start one', async () => {
  const { leader, members, teamId } = await open(1)
  for (const person of [leader, members[0]!])
    expect(await findCurrent(person)).toMatchObject({ isOffered: false, canLead: false, call: null })
  expect(await server().requestAs(leader, 'POST /groupCall/start', { teamId })).toMatchObject({
    reason: 'mediaUnavailable',
  })
  expect(await server().kit.sql`select 1 from group_call`).toHaveLength(0)
})

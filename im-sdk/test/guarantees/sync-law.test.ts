// Tests of the sync law for every command that changes state.
import { beforeAll, describe, expect, test } from 'vitest'
import { commandEntries } from '@xinqiao/contract/im/table.ts'
import { useTestServer } from '../../../server/test/test-server.ts'
import { expectLaw } from '../sync-law.ts'
import { createPerson } from '../people.ts'
import { casesByCommand, readingCommands } from './sync-law.cases.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})

test('lists every command as a reading one or tests it against the law', () => {
  const known = [...readingCommands, ...Object.keys(casesByCommand)].sort()
  expect(known).toEqual(commandEntries.map(({ name }) => name).sort())
})

describe('an old snapshot plus the changes since then equals a fresh snapshot', () => {
  test.each(Object.entries(casesByCommand))('lists all changes of %s in a sync', async (_name, make) => {
    const people = [await createPerson(server(), url), await createPerson(server(), url, 'counsellor')] as const
    await expectLaw(people, make({ ann: people[0].accid, bob: people[1].accid }))
  })
})

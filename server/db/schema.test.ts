// Tests that the snapshot of the schema equals the result of the migrations.
import { expect, test } from 'vitest'
import { useTestServer } from '../test/test-server.ts'
import { compareSchema } from '../../tools/schema.ts'

const server = useTestServer()

test('matches the migrations in schema.sql and rows.ts (else: npm run schema)', async () => {
  expect(await compareSchema(server().kit.sql)).toEqual([])
})

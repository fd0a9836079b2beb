// The snapshot of the schema is what the migrations make.
import { expect, test } from 'vitest'
import { useTestServer } from '../test/test-server.ts'
import { compareSchema } from '../../tools/schema.ts'

const server = useTestServer()

test('schema.sql and rows.ts match the migrations (else: npm run schema)', async () => {
  expect(await compareSchema(server().kit.sql)).toEqual([])
})

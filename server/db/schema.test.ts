// The snapshot of the schema is what the migrations make.
import { expect, test } from 'vitest'
import { useHouse } from '../test/house.ts'
import { compareSchema } from '../../tools/schema.ts'

const house = useHouse()

test('schema.sql and rows.ts say what the migrations make (else: npm run schema)', async () => {
  expect(await compareSchema(house().kit.sql)).toEqual([])
})

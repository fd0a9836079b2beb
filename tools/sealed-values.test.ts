// Tests that every sealed value is bound to its table, column and row, and does not open anywhere else.
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../server/src/kit/db/db.ts'
import { sealBindings } from '../server/src/kit/auth/seal-bindings.ts'
import { createSecrets } from '../server/src/kit/auth/secrets.ts'
import { useTestServer } from '../server/test/test-server.ts'
import { fillSealedColumns } from '../server/test/steps/sealed-data.ts'
import { sealedTables, rotateKeys } from './rotation.ts'

const server = useTestServer()
beforeAll(() => fillSealedColumns(server()), 120_000)

const columns = sealedTables.flatMap(({ table, sealed, boundTo = ['id'] }) =>
  sealed.map((column) => ({ table, column, boundTo })),
)

async function listValues(db: Db, { table, column, boundTo }: (typeof columns)[number]) {
  const key = boundTo.map((name) => `"${name}"`).join(', ')
  const rows = await db.unsafe<{ ctid: string; row: string; value: Uint8Array }[]>(
    `select ctid::text, concat_ws(' ', ${key}) as row, "${column}" as value from "${table}" where length("${column}") > 0`,
  )
  return rows.map(({ ctid, row, value }) => ({ ctid, binding: { table, column, row }, value }))
}

test('knows every encrypted column and its binding', () => {
  const named = Object.values(sealBindings).map((createBinding) => createBinding(1, 'device'))
  const listColumns = (list: readonly { table: string; column: string }[]) =>
    list.map(({ table, column }) => `${table}.${column}`).toSorted()
  expect(listColumns(named)).toEqual(listColumns(columns))
})

test.each(columns)('opens values of $column in $table only with their own binding', async (at) => {
  const { secrets } = server().kit
  const values = await listValues(server().owner, at)
  expect(values).not.toEqual([])
  for (const { binding, value } of values) {
    expect(secrets.open(value, binding)).not.toBe('')
    expect(() => secrets.open(value, { ...binding, row: `${binding.row}0` })).toThrow()
    for (const { table, column } of columns)
      if (table !== binding.table || column !== binding.column)
        expect(() => secrets.open(value, { ...binding, table, column })).toThrow()
  }
})

test('seals the values of every table again, each with its own binding', async () => {
  const { owner } = server()
  const keys = new Map([
    [1, 'a root key that only tests have, long enough'],
    [2, 'another root key for the same data'],
  ])
  await rotateKeys(owner, 2, createSecrets(keys, 1), createSecrets(keys, 2))
  const rotated = createSecrets(new Map([[2, keys.get(2)!]]), 2)
  for (const at of columns)
    for (const { binding, value } of await listValues(owner, at)) {
      expect(rotated.open(value, binding)).not.toBe('')
      expect(() => rotated.open(value.subarray(1), binding)).toThrow('not bound')
    }
})

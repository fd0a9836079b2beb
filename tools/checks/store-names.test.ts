// Test that names tell SQL from rules: functions of stores begin with a verb of SQL, and their names are unique in the
// area.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const verb = /^(?:select|lock|claim|insert|upsert|replace|update|mark|clear|delete|count|sum|has|is)[A-Z]/
const exportedFunction = /^export (?:async )?(?:function|const) (\w+)(?= = (?:async )?\(|\()/gm
const exportedQuery = /^export (?:async )?(?:function|const) (\w+)(?: = (?:async )?)?\(\s*(?:db|tx): (?:Db|Tx)\b/gm

const listNames = (text: string, pattern: RegExp) => Array.from(text.matchAll(pattern), ([, name = '']) => name)
const findWrongVerbs = (store: string) => listNames(store, exportedQuery).filter((name) => !verb.test(name))

test('finds a query without a verb of SQL, and accepts other functions', () => {
  const query = 'export const listAlerts = (db: Db) => db`select 1`'
  const command = 'export async function settleOrder(\n  tx: Tx,\n  id: number,\n) {}'
  const others = 'export const selectAlerts = (db: Db) => db`select 1`\nexport const toRow = (id: number) => ({ id })'
  expect(findWrongVerbs([query, command, others].join('\n'))).toEqual(['listAlerts', 'settleOrder'])
})

/** A verb of SQL and one adjective: `markClosed` leaves open which row it closes. */
const nameWithoutRow = /^(?:select|lock|claim|update|mark|delete|count)(?:Old|Missing|[A-Z][a-z]{2,}ed)$/
const listNamesWithoutRow = (store: string) =>
  listNames(store, exportedQuery).filter((name) => nameWithoutRow.test(name))
test('finds a query that names no row', () => {
  const queries = ['markClosed', 'deleteOld', 'selectMissing', 'markCallClosed', 'selectFeed']
  const store = queries.map((name) => `export const ${name} = (db: Db) => db\`select 1\``).join('\n')
  expect(listNamesWithoutRow(store)).toEqual(['markClosed', 'deleteOld', 'selectMissing'])
})

/** A row lock ends with its statement when it is taken outside a transaction. */
const lockWithoutTransaction = /\b(lock[A-Z]\w*)(?: = (?:async )?)?\(\s*\w+: (?:Db|Sql)\b/g

test('finds a lock that accepts the pool', () => {
  const locks =
    'export const lockA = (db: Db) => 1\nexport async function lockB(\n  db: Db,\n) {}\nconst lockC = (tx: Tx) => 1'
  expect(listNames(locks, lockWithoutTransaction)).toEqual(['lockA', 'lockB'])
})

const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const isStore = (file: string) => /(?:^|-)store\.ts$/.test(path.basename(file))
const readSource = (file: string) => readFileSync(path.join(root, file), 'utf8')

test('requires a verb of SQL in the name of a function of a store', () => {
  const stores = files.filter(isStore)
  expect(stores.flatMap((file) => findWrongVerbs(readSource(file)).map((name) => `${file}: ${name}`))).toEqual([])
  // proves that the check finds queries
  expect(stores.flatMap((file) => listNames(readSource(file), exportedQuery)).length).toBeGreaterThan(700)
})

test('requires the row in the name of a function of a store', () => {
  const wrong = files.filter(isStore).flatMap((file) => listNamesWithoutRow(readSource(file)))
  expect(wrong).toEqual([])
})

test('takes locks in a transaction only', () => {
  const wrong = files.flatMap((file) =>
    listNames(readSource(file), lockWithoutTransaction).map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

test('refuses the name of a query for a rule of an area', () => {
  const areas = Object.groupBy(files, (file) => file.split('/').slice(0, 4).join('/'))
  const wrong = Object.entries(areas).flatMap(([area, members = []]) => {
    const queries = members.filter(isStore).flatMap((file) => listNames(readSource(file), exportedQuery))
    const rules = members
      .filter((file) => !isStore(file))
      .flatMap((file) => listNames(readSource(file), exportedFunction))
    const repeated = queries.filter((name, i) => rules.includes(name) || queries.indexOf(name) < i)
    return repeated.map((name) => `${area}: ${name}`)
  })
  expect(wrong).toEqual([])
})

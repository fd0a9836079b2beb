// What is remembered is used only where PostgreSQL says that it stands, in all that went into it.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useHouse } from '../../test/house.ts'
import { standsBy, versionOf, type Version } from './standing.ts'

const house = useHouse()
type Book = Version & { id: number; shelf_id: number | null; title: string; shelf: string | null }

const sql = () => house().owner
const whichStand = standsBy<Book>({ book: ({ id }) => id, shelf: ({ shelf_id }) => shelf_id })
const read = async (): Promise<Book[]> => [
  ...(await sql()<Book[]>`
    select b.id, b.shelf_id, b.title, s.name as shelf, ${versionOf(sql(), sql()`b.xmin, s.xmin`)}
    from book b left join shelf s on s.id = b.shelf_id order by b.id desc`),
]
const idsOf = (books: readonly Book[]) => books.map(({ id }) => id).toSorted((a, b) => a - b)
const standing = async (books: readonly Book[]) => idsOf(await whichStand(sql(), books))

beforeAll(async () => {
  await sql()`create table shelf (id bigint primary key, name text)`
  await sql()`create table book (id bigint primary key, shelf_id bigint, title text)`
})

beforeEach(async () => {
  await sql()`truncate book, shelf`
  await sql()`insert into shelf select n, 'shelf ' || n from generate_series(1, 3) as n`
  // the last one stands on none
  await sql()`insert into book select n, nullif(1 + n % 4, 4), 'book ' || n from generate_series(1, 19) as n`
})

const everybody = Array.from({ length: 19 }, (_, i) => i + 1)
const without = (...ids: number[]) => everybody.filter((id) => !ids.includes(id))

test('what nobody wrote stands, whether it has everything beside it or not', async () => {
  const books = await read()
  expect(await standing(books)).toEqual(everybody)
  expect(await whichStand(sql(), books.slice(0, 1))).toEqual(books.slice(0, 1))
})

test.each<[string, (id: number) => Promise<unknown>]>([
  ['written', (id) => sql()`update book set title = 'another' where id = ${id}`],
  ['written as it was', (id) => sql()`update book set title = title where id = ${id}`],
  ['taken away', (id) => sql()`delete from book where id = ${id}`],
  [
    'taken away and brought back',
    (id) =>
      sql()`with gone as (delete from book where id = ${id}) select 1`.then(
        () => sql()`insert into book values (${id}, 1, ${`book ${id}`})`,
      ),
  ],
])('a row that was %s does not', async (_how, write) => {
  const books = await read()
  await write(7)
  const stand = await standing(books)
  expect(stand).not.toContain(7)
  // of the others none is used that does not stand; of those that do, some may be read once more
  expect(without(7)).toEqual(expect.arrayContaining(stand))
  expect(await standing(await read())).toEqual(idsOf(await read()))
})

test('nor those beside which something was written, and only those', async () => {
  const books = await read()
  await sql()`update shelf set name = 'another' where id = 2`
  const moved = books.filter(({ shelf_id }) => shelf_id === 2).map(({ id }) => id)
  expect(moved.length).toBe(5)
  expect(await standing(books)).toEqual(without(...moved))
})

test('of two that were read at different times with one thing beside them, the later stands', async () => {
  const before = await read()
  await sql()`update shelf set name = 'another' where id = 2`
  const after = await read()
  const [early, late] = [before.find(({ id }) => id === 1)!, after.find(({ id }) => id === 5)!]
  expect([early.shelf_id, late.shelf_id]).toEqual([2, 2])
  expect(await standing([early, late])).toEqual([5])
  expect(await standing([late, early])).toEqual([5])
})

test('nothing stands that another PostgreSQL said, or this one before it was started again', async () => {
  const books = await read()
  const others = books.map((book) => ({ ...book, started: book.started - 1 }))
  expect(await standing(others)).toEqual([])
  expect(await standing([...others.slice(0, 3), ...books.slice(3)])).toEqual(idsOf(books.slice(3)))
})

// Tests of the word list as staff edit it.
import { beforeAll, expect, inject, test } from 'vitest'
import type { RequestInput } from '../../../test/api-requests.ts'
import { useTestServer } from '../../../test/test-server.ts'
import { explainQueries } from '../../../test/plans.ts'
import { selectWords } from './store.ts'

const server = useTestServer()
let token = ''
beforeAll(async () => {
  ;({ token } = await server().enter('service'))
  await server().kit.sql`delete from im_lexicon_word`
})

type WordInput = RequestInput<'PUT /admin/lexicon'>
const findWords = async (filter: { key?: string } = {}) =>
  (await server().requestAs({ token }, 'GET /admin/lexicon', filter)).data
const addWord = (word: string, action: number) => server().requestAs({ token }, 'POST /admin/lexicon', { word, action })
const changeWord = (change: WordInput) => server().requestAs({ token }, 'PUT /admin/lexicon', change)
const deleteWord = (id: number) => server().requestAs({ token }, 'DELETE /admin/lexicon', { id })
const readLexiconVersion = async () => {
  const [row] = await server().kit.sql<{ version: number }[]>`select version from im_lexicon`
  return row!.version
}

test('adds, finds, changes and removes words, with a new version each time', async () => {
  const before = await readLexiconVersion()
  const { data } = await addWord(' 加微信 ', 1)
  await addWord('代开药', 2)
  expect(await findWords()).toEqual({
    content: [
      { id: expect.any(Number) as number, word: '代开药', action: 2 },
      { id: data.id, word: '加微信', action: 1 },
    ],
    totalElements: 2,
  })
  expect((await findWords({ key: '微' })).content).toMatchObject([{ word: '加微信' }])
  expect((await findWords({ key: '%' })).content).toEqual([])

  expect((await changeWord({ id: data.id, word: '加V信', action: 3 })).status).toBe(200)
  expect((await findWords({ key: 'v信' })).content).toEqual([{ id: data.id, word: '加V信', action: 3 }])
  expect((await deleteWord(data.id)).status).toBe(200)
  expect((await findWords()).totalElements).toBe(1)
  expect(await readLexiconVersion()).toBe(before + 4)
})

test('refuses duplicates, words without letters, unknown words and unknown actions', async () => {
  await addWord('转账', 1)
  expect((await addWord('转账', 2)).msg).toBe('词库中已有该词语')
  expect((await addWord('…—！', 2)).msg).toBe('词语中至少要有一个字')
  expect((await addWord('好', 4)).status).toBe(400)
  expect((await addWord('长'.repeat(31), 1)).status).toBe(400)
  expect((await changeWord({ id: 999_999, word: '别的', action: 1 })).status).toBe(404)
  expect((await deleteWord(999_999)).status).toBe(404)
})

test('reads a page of many words in order from the index', async () => {
  const { sql } = server().kit
  await sql`insert into im_lexicon_word (word, action) select '词' || i, 1 from generate_series(1, 5000) i`
  await server().owner`analyze im_lexicon_word`
  const [row] = await sql<{ name: string }[]>`select current_database() as name`
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${row!.name}`)
  const explained = await explainQueries(url, (db) => selectWords(db, undefined, { limit: 20, offset: 40 }))
  const [list] = explained.filter(({ query }) => !query.includes('count('))
  expect(list!.steps.map(({ type, index }) => [type, index])).toEqual([
    ['Limit', ''],
    ['Index Scan', 'im_lexicon_word_unique'],
  ])
})

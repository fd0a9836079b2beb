// Tests of the word list as staff edit it.
import { beforeAll, expect, inject, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { explainQueries } from '../../../test/plans.ts'
import { selectWords } from './store.ts'

const server = useTestServer()
let token = ''
beforeAll(async () => {
  ;({ token } = await server().enter('service'))
})
const call = (method: string, input: object = {}) => server().call(method, '/admin/lexicon', input, { token })
const version = async () => {
  const [row] = await server().kit.sql<{ version: number }[]>`select version from im_lexicon`
  return row!.version
}

test('adds, finds, changes and removes words, with a new version each time', async () => {
  const before = await version()
  const { data } = await call('POST', { word: ' 加微信 ', action: 1 })
  await call('POST', { word: '代开药', action: 2 })
  expect((await call('GET')).data).toEqual({
    content: [
      { id: expect.any(Number) as number, word: '代开药', action: 2 },
      { id: data.id, word: '加微信', action: 1 },
    ],
    totalElements: 2,
  })
  expect((await call('GET', { key: '微' })).data.content).toMatchObject([{ word: '加微信' }])
  expect((await call('GET', { key: '%' })).data.content).toEqual([])

  expect((await call('PUT', { id: data.id, word: '加V信', action: 3 })).status).toBe(200)
  expect((await call('GET', { key: 'v信' })).data.content).toEqual([{ id: data.id, word: '加V信', action: 3 }])
  expect((await call('DELETE', { id: data.id })).status).toBe(200)
  expect((await call('GET')).data.totalElements).toBe(1)
  expect(await version()).toBe(before + 4)
})

test('refuses duplicates, words without letters, unknown words and unknown actions', async () => {
  await call('POST', { word: '转账', action: 1 })
  expect((await call('POST', { word: '转账', action: 2 })).msg).toBe('词库中已有该词语')
  expect((await call('POST', { word: '…—！', action: 2 })).msg).toBe('词语中至少要有一个字')
  expect((await call('POST', { word: '好', action: 4 })).status).toBe(400)
  expect((await call('POST', { word: '长'.repeat(31), action: 1 })).status).toBe(400)
  expect((await call('PUT', { id: 999_999, word: '别的', action: 1 })).status).toBe(404)
  expect((await call('DELETE', { id: 999_999 })).status).toBe(404)
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

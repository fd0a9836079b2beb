// Tests of how long a node uses the word list that it has read.
import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../../../test/test-server.ts'
import { createLexicon, lexiconCacheMs } from './lexicon.ts'

const server = useTestServer()
let token = ''
beforeAll(async () => {
  ;({ token } = await server().enter('service'))
})
const addWord = (word: string) => server().requestAs({ token }, 'POST /admin/lexicon', { word, action: 2 })

test('refuses a new word in the first text after the cache time, also on a quiet node', async () => {
  let time = 0
  const lexicon = createLexicon(server().kit.sql, () => time)
  const filter = async (text: string) => {
    await lexicon.prepare()
    return lexicon.filterUserText(text)
  }
  expect(await filter('代办证件')).toBe('代办证件')
  await addWord('代办证件')
  time += lexiconCacheMs
  expect(await filter('代办证件')).toBe('代办证件')
  time += 1
  await expect(filter('代办证件')).rejects.toThrow('含有不允许使用的词语')
})

test('goes on with the words that it knows while the database cannot be read', async () => {
  let time = 0
  let isFailing = false
  await addWord('代写论文')
  const sql = server().kit.sql
  const failingSql = new Proxy(sql, {
    apply: (target, self, values) =>
      isFailing ? Promise.reject(new Error('no database')) : Reflect.apply(target, self, values),
  })
  const lexicon = createLexicon(failingSql, () => time)
  await lexicon.prepare()
  isFailing = true
  time += lexiconCacheMs + 1
  await lexicon.prepare()
  expect(() => lexicon.filterUserText('代写论文')).toThrow('含有不允许使用的词语')
})

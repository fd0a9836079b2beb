// Tests of the word list: words are masked, refused or left to the page, both in the page and on the server.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { antispamTypes, createTextFilter, type LexiconWord } from '@xinqiao/contract/im/misc.ts'
import { createLexicon } from '../../../../server/src/im/lexicon/lexicon.ts'
import { useTestServer } from '../../../../server/test/test-server.ts'
import { createPerson } from '../../../test/people.ts'
import { waitForDone, closePages, openPage } from '../../../test/page.ts'
import type { NimMessage } from '../present/messages.ts'

const server = useTestServer()
let url = ''
beforeAll(async () => {
  // inserts the words before the first message, because the server reads the list with it
  await server().kit.sql`delete from im_lexicon_word`
  await server().kit.sql`insert into im_lexicon_word (word, action) values ('加微信', 1), ('代开药', 2), ('转账', 3)`
  ;({ url } = await server().listen({ isFrequencyLimited: false }))
})
afterEach(closePages)

const words: LexiconWord[] = [
  { word: '加微信', action: 1 },
  { word: '代开药', action: 2 },
  { word: '转账', action: 3 },
  { word: 'VX', action: 1 },
]
test.each([
  ['您好', antispamTypes.clean, '您好'],
  ['请加微信聊', antispamTypes.masked, '请***聊'],
  ['请加 微-信：abc', antispamTypes.masked, '请* *-*：abc'],
  ['我的ｖｘ和VX', antispamTypes.masked, '我的**和**'],
  ['先转账再加微信', antispamTypes.judged, '先转账再加微信'],
  ['可以代开药，先转账', antispamTypes.refused, '可以代开药，先转账'],
  ['😀加微信😀', antispamTypes.masked, '😀***😀'],
])('filters the text %s', (text, type, content) => {
  expect(createTextFilter(words)(text)).toEqual({ type, content })
})

test('fetches the words once and filters locally; the server filters again', async () => {
  const page = await openPage(server(), url)
  const filter = (content: string) => page.nim.filterClientAntispam({ content })
  expect(filter('加微信')).toMatchObject({ code: 404, type: 0, result: '加微信' })
  const fetchLexicon = () =>
    waitForDone<{ clientAntispam: { version: number; md5: string } }>((done) =>
      page.nim.getClientAntispamLexicon({ done }),
    )
  const first = await fetchLexicon()
  expect(first.clientAntispam.md5).toMatch(/^[\da-f]{32}$/)
  expect(await fetchLexicon()).toEqual(first)
  expect(filter('加微信')).toMatchObject({ code: 200, type: 1, result: '***' })
  expect(filter('代开药')).toMatchObject({ code: 200, type: 2 })
  const other = await createPerson(server(), url)
  const sendWord = (text: string) =>
    new Promise<NimMessage>((resolve, reject) => {
      page.nim.sendText({ scene: 'p2p', to: other.accid, text, done: (e, msg) => (e ? reject(e) : resolve(msg)) })
    })
  expect((await sendWord('加微信吧')).text).toBe('***吧')
  expect((await sendWord('怎么转账')).text).toBe('怎么转账')
  // a message of a person in danger is delivered unchanged, in spite of a refused word
  expect((await sendWord('我想自杀，有人代开药，加微信')).text).toBe('我想自杀，有人代开药，加微信')
  await expect(sendWord('代开药吗')).rejects.toMatchObject({ code: 414 })
})

test('creates a new version when the table changes, which nodes notice', async () => {
  const { sql } = server().kit
  let now = 0
  const lexicon = createLexicon(sql, () => now)
  const before = await lexicon.getClientAntispam({ version: 0 })
  expect(await lexicon.getClientAntispam({ version: before.version })).toEqual({ ...before, thesaurus: '' })
  await sql`insert into im_lexicon_word (word, action) values ('新词', 2)`
  expect(await lexicon.getClientAntispam({ version: 0 })).toEqual(before)
  now = 10_001
  const after = await lexicon.getClientAntispam({ version: before.version })
  expect(after.version).toBe(before.version + 1)
  expect(after.thesaurus).toContain('新词')
  await sql`delete from im_lexicon_word where word = '新词'`
})

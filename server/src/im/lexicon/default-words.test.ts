// Tests of the word list of a new installation: it finds offers and insults, and leaves ordinary names and accounts of
// problems alone.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { antispamTypes, createTextFilter, type LexiconWord } from '@xinqiao/contract/im/misc.ts'
import { useTestServer } from '../../../test/test-server.ts'

const server = useTestServer()
let lexicon: LexiconWord[] = []
const readWords = () => server().owner<LexiconWord[]>`select word, action from im_lexicon_word`
beforeAll(async () => {
  lexicon = await readWords()
})

test.each([
  ...['约炮群', '同城约 炮', '裸聊找我', '真人百家乐', '六合彩交流群', '兼职刷单', '信用卡套现', '听话水', '代开药'],
  ...['你这个傻逼', '出售冰毒', '博彩平台'],
])('finds a word in %s', (text) => {
  expect(createTextFilter(lexicon)(text).type).not.toBe(antispamTypes.clean)
})

test.each([
  ...[
    '夜读小组',
    '约好一起跑步',
    '百家乐园',
    '百家乐器',
    '淄博彩虹跑团',
    '长跑分享',
    '成人自我关怀',
    '溜冰群',
    '麻将戒断',
  ],
  ...['戒赌互助', '性教育学习小组', '抑郁症互助', '用药问题交流', '大脑残疾康复', '失眠的人', '毒理课题组', '妈妈群'],
  ...['我爸赌博输光了家里的钱', '他吸毒，我很害怕', '老公总去嫖娼', '我被人强奸过', '我被网贷逼得睡不着'],
  ...['他害死全家人一样的眼神', '裸露的伤口', '套路太深', '李小冰', '援助之手', '出售二手书'],
])('leaves %s alone', (text) => {
  expect(createTextFilter(lexicon)(text).type).toBe(antispamTypes.clean)
})

test('brings words to refuse, to mask and to leave to the page', () => {
  const countOf = (type: number) => lexicon.filter(({ action }) => action === type).length
  expect([antispamTypes.refused, antispamTypes.masked, antispamTypes.judged].map(countOf)).toEqual([23, 9, 1])
})

test('leaves a list alone that staff have emptied', async () => {
  const migration = path.join(import.meta.dirname, '../../../db/migrations/0094_default_words.sql')
  const { token } = await server().enter('service')
  const { data } = await server().requestAs({ token }, 'GET /admin/lexicon', { size: 100 })
  expect(data.totalElements).toBe(lexicon.length)
  for (const { id } of data.content) await server().requestAs({ token }, 'DELETE /admin/lexicon', { id })
  await server().owner.unsafe(await readFile(migration, 'utf8'))
  expect(await readWords()).toEqual([])
})

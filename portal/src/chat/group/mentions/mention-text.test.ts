// Tests of mentions inside a text.
import { expect, test } from 'vitest'
import { findMentionQuery, listMentioned } from './mention-text.ts'

test('finds the mention that is being written before the caret', () => {
  expect(findMentionQuery('@')).toEqual({ start: 0, text: '' })
  expect(findMentionQuery('请@王')).toEqual({ start: 1, text: '王' })
  expect(findMentionQuery('第一行\n@李云')).toEqual({ start: 4, text: '李云' })
  for (const before of ['', '@王敏 好', 'name@mail', '@@', '你好']) expect(findMentionQuery(before)).toBeNull()
})

test('lists the members whose whole names follow an at sign', () => {
  const people = ['王', '王敏', '李云', 'A.B(1)'].map((name) => ({ account: name, name }))
  expect(listMentioned('@王敏 @李云，周三见', people)).toEqual(['王敏', '李云'])
  expect(listMentioned('@王', people)).toEqual(['王'])
  expect(listMentioned('王敏和李云', people)).toEqual([])
  expect(listMentioned('@A.B(1) 好', people)).toEqual(['A.B(1)'])
  expect(listMentioned('@AxB(1) 好', people)).toEqual([])
})

test('finds names with any sign', () => {
  const signs = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  for (const sign of signs) {
    const name = `慢${sign}走`
    expect(listMentioned(`@${name} 好`, [{ account: 'a', name }])).toEqual(['a'])
  }
})

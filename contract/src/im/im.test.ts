// The tables of the messaging layer: numbers name one thing each, and a message must carry what its type needs.
import { describe, expect, test } from 'vitest'
import { handlingOf, imErrors } from './errors.ts'
import { imServices } from './index.ts'
import { MessageDraft, messageTypes } from './messages.ts'
import { commandEntries, commandNumbered, pushEntries } from './table.ts'

test('a pair of numbers names one command or push, and broadcasts keep theirs', () => {
  const pairs = [
    ...commandEntries.map(({ serviceId, row }) => `${serviceId}/${row.id}`),
    ...pushEntries.map(({ serviceId, id }) => `${serviceId}/${id}`),
  ]
  expect(new Set(pairs).size).toBe(pairs.length)
  expect(imServices.msg.id).toBe(7)
  expect(pairs).not.toContain('7/17') // messaging.md 7: batchMarkRead of broadcasts
  expect(commandNumbered(7, 1)?.name).toBe('msg.sendMsg')
  expect(commandNumbered(7, 999)).toBeNull()
})

test('no two errors share a code, and the catalogue of messaging.md 8 is whole', () => {
  const codes = Object.values(imErrors).map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const listed = [302, 403, 404, 406, 408, 415, 416, 500, 803, 816, 7101, 10201, 10202, 10404, 10405, 10406, 10407]
  expect(codes).toEqual(expect.arrayContaining([...listed, 10408, 10409, 10410, 10417, 10419, 10420]))
  expect([803, 406, 816, 7101, 416].map(handlingOf)).toEqual(['empty', 'empty', 'trivial', 'trivial', 'blocks'])
  expect(handlingOf(99_999)).toBe('shown')
})

describe('a draft', () => {
  const draft = (content: unknown) => ({ scene: 'p2p', to: 'u1', idClient: 'a', content })
  test.each([
    ['text', { type: messageTypes.text, text: '您好' }],
    ['text with a place', { type: messageTypes.text, text: '您好', loc_x: 1 }],
    ['geo', { type: messageTypes.geo, geo: { lng: 120.1, lat: 30.2, title: '西湖' } }],
    ['tip', { type: messageTypes.tip, tip: '对方正在忙' }],
    ['custom', { type: messageTypes.custom, content: '{"a":1}', subType: 1, isUnreadable: 0 }],
  ])('%s passes', (_name, content) => {
    expect(MessageDraft.parse(draft(content)).content).toEqual(content)
  })
  test.each([
    ['text without text', { type: messageTypes.text }],
    ['an empty text', { type: messageTypes.text, text: '' }],
    ['a text too long', { type: messageTypes.text, text: '长'.repeat(5_001) }],
    ['tip without tip', { type: messageTypes.tip, text: 'x' }],
    ['custom without content', { type: messageTypes.custom }],
    ['geo with words for numbers', { type: messageTypes.geo, geo: { lng: '1', lat: 2, title: '' } }],
    ['geo without title', { type: messageTypes.geo, geo: { lng: 1, lat: 2 } }],
    ['a type without its service', { type: messageTypes.image, file: {} }],
    ['subType 0', { type: messageTypes.text, text: 'x', subType: 0 }],
    ['a flag of 2', { type: messageTypes.text, text: 'x', isUnreadable: 2 }],
  ])('%s is refused', (_name, content) => {
    expect(MessageDraft.safeParse(draft(content)).success).toBe(false)
  })
  test('a scene without its service is refused', () => {
    const content = { type: messageTypes.text, text: 'x' }
    expect(MessageDraft.safeParse({ ...draft(content), scene: 'team' }).success).toBe(false)
  })
})

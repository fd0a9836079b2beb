// @vitest-environment happy-dom
// Tests the address of a list after turning a page or choosing a filter.
import { beforeEach, expect, test } from 'vitest'
import { readListAddress } from './list-address.tsx'

const states = { open: '待处理', settled: '已处理' }
const readAddress = (query: string) => readListAddress('/reviews', new URLSearchParams(query))

beforeEach(() => history.replaceState({ index: 0 }, '', '/admin/reviews'))

test('reads page, words and filters, and ignores unknown values', () => {
  const address = readAddress('page=3&key=+失眠+&state=settled')
  expect([address.page, address.key, address.chosen('state', states)]).toEqual([3, '失眠', 'settled'])
  for (const page of ['0', '-1', '1.5', 'x', '1234567', '']) expect(readAddress(`page=${page}`).page).toBe(1)
  for (const state of ['closed', 'toString', ''])
    expect(readAddress(`state=${state}`).chosen('state', states)).toBeUndefined()
  expect(readAddress('key=').key).toBeUndefined()
  expect(readAddress(`key=${'长'.repeat(60)}`).key).toHaveLength(50)
  expect(readListAddress('/lexicon', new URLSearchParams({ key: '长'.repeat(60) }), 30).key).toHaveLength(30)
})

test('keeps the filters when the page is turned, and gives the first page the plain address', () => {
  expect(readAddress('state=open&page=2').addressOf(5)).toBe('/reviews?state=open&page=5')
  expect(readAddress('state=open&page=2').addressOf(1)).toBe('/reviews?state=open')
  expect(readAddress('page=2').addressOf(1)).toBe('/reviews')
})

test('goes to the first page when a filter is chosen, and keeps the other filters', () => {
  readAddress('state=open&page=4').choose({ key: '失眠' })
  expect(decodeURI(location.pathname + location.search)).toBe('/admin/reviews?state=open&key=失眠')
  readAddress('state=open&key=x').choose({ state: undefined, key: '' })
  expect(location.pathname + location.search).toBe('/admin/reviews')
})

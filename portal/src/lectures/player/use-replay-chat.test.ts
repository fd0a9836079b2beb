// Tests of the lines that the chat of a replay shows at a moment.
import { expect, test } from 'vitest'
import { listLinesUntil } from './use-replay-chat.ts'

const message = (offset: number, text: string) => ({ offset, name: '听众1', text, isModerator: false })
const listTexts = (second: number, parts: Parameters<typeof listLinesUntil>[0]) =>
  listLinesUntil(parts, second).map(({ text }) => text)

test('shows all messages up to the moment after a seek, also when the parts arrive in another order', () => {
  const parts = new Map([
    [2, [message(1_201, '晚上好'), message(1_300, '再见')]],
    [0, [message(2, '来了'), message(3, '听得到吗')]],
    [1, [message(700, '听得到')]],
  ])
  expect(listTexts(1_250, parts)).toEqual(['来了', '听得到吗', '听得到', '晚上好'])
  expect(listTexts(2, parts)).toEqual(['来了'])
  expect(listTexts(1, parts)).toEqual([])
})

// Tests of the comparison of props.
import { expect, test } from 'vitest'
import { hasSameProps } from './same-props.ts'

const createProps = () => ({
  text: '您好',
  quote: { key: '1', text: '在吗' },
  onReply: (() => {}) as (() => void) | null,
})

test('takes new callbacks and objects with the same values for equal', () => {
  expect(hasSameProps(createProps(), createProps())).toBe(true)
})

test('finds a changed value, a changed value of an object, and a callback that came or went', () => {
  const props = createProps()
  expect(hasSameProps(props, { ...createProps(), text: '再见' })).toBe(false)
  expect(hasSameProps(props, { ...createProps(), quote: { key: '1', text: '在' } })).toBe(false)
  expect(hasSameProps(props, { ...createProps(), onReply: null })).toBe(false)
  expect(hasSameProps<object>(props, { ...createProps(), isFound: undefined })).toBe(false)
})

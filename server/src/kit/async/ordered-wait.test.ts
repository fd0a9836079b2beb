// Tests that checks may end in any order, while the work continues in the order of arrival.
import { expect, test } from 'vitest'
import { createOrderedWait } from './ordered-wait.ts'

test('waits for earlier checks of the same sender only, and fails with its check only', async () => {
  const waitInOrder = createOrderedWait()
  const done: string[] = []
  const run = (name: string, senderId: number, check: Promise<void> | null) =>
    Promise.resolve(waitInOrder(senderId, check)).then(
      () => done.push(name),
      (error: Error) => done.push(`${name} ${error.message}`),
    )
  const slow = Promise.withResolvers<void>()
  const all = [
    run('picture', 1, slow.promise),
    run('refused', 1, Promise.reject(new Error('no'))),
    run('text', 1, null),
    run('other sender', 2, null),
  ]
  await all[3]
  expect(done).toEqual(['other sender'])
  slow.resolve()
  await Promise.all(all)
  expect(done).toEqual(['other sender', 'picture', 'refused no', 'text'])
})

test('returns null when there is nothing to wait for', () => {
  expect(createOrderedWait()(1, null)).toBeNull()
})

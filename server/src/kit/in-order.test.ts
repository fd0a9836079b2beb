// Answers in whatever order, and what follows in the order of the questions.
import { expect, test } from 'vitest'
import { makeInOrder } from './in-order.ts'

test('each waits for those of the same asker before it, for nobody else, and a refusal is its own', async () => {
  const inOrder = makeInOrder()
  const done: string[] = []
  const go = (name: string, asker: number, question: Promise<void> | null) =>
    Promise.resolve(inOrder(asker, question)).then(
      () => done.push(name),
      (error: Error) => done.push(`${name} ${error.message}`),
    )
  const slow = Promise.withResolvers<void>()
  const all = [
    go('picture', 1, slow.promise),
    go('refused', 1, Promise.reject(new Error('no'))),
    go('text', 1, null),
    go('other', 2, null),
  ]
  await all[3]
  expect(done).toEqual(['other'])
  slow.resolve()
  await Promise.all(all)
  expect(done).toEqual(['other', 'picture', 'refused no', 'text'])
  // nothing to ask, nobody to wait for: no promise at all
  expect(inOrder(1, null)).toBeNull()
})

import { expect, test } from 'vitest'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { createCrisisCardTracker, type CrisisCard } from './crisis-levels.ts'

function createTracker(saved: Map<string, CrisisCard>) {
  const storage = {
    read: () => new Map(saved),
    save: (to: string, card: CrisisCard | null) => (card ? void saved.set(to, card) : void saved.delete(to)),
  }
  return createCrisisCardTracker(() => {}, storage)
}

test('keeps the most severe level of a conversation until its card is dismissed, also on the device', () => {
  const saved = new Map<string, CrisisCard>([['bob', { level: 'other', also: null, messages: [] }]])
  const cards = createTracker(saved)
  expect(cards.current()).toEqual(saved)
  cards.receive({ to: 'bob', level: 'plan', message: 'a' })
  cards.receive({ to: 'bob', level: 'violence', message: 'b' })
  expect(cards.current().get('bob')).toEqual({ level: 'plan', also: 'violence', messages: ['a', 'b'] })
  expect(saved).toEqual(cards.current())
  cards.dismiss('bob')
  expect([cards.current().size, saved.size]).toEqual([0, 0])
  // a level that only a newer server knows shows no card
  cards.receive({ to: 'bob', level: 'newer' as CrisisLevel, message: null })
  expect(cards.current().size).toBe(0)
})

test.each([
  [['thought', 'violence'], 'thought', 'violence'],
  [['violence', 'thought', 'plan'], 'plan', 'violence'],
  [['thought', 'plan'], 'plan', null],
  [['plan', 'thought', 'thought'], 'plan', null],
  [['plan', 'violence', 'other', 'plan'], 'plan', 'other'],
  [['violence', 'other'], 'other', 'violence'],
] as const)('shows help for %s as %s and %s', (levels, level, also) => {
  const cards = createTracker(new Map())
  for (const next of levels) cards.receive({ to: 'bob', level: next, message: null })
  expect(cards.current().get('bob')).toMatchObject({ level, also })
})

test('lists each of the latest messages once, and none when the name of a group raised the card', () => {
  const cards = createTracker(new Map())
  cards.receive({ to: 'team-1', level: 'plan', message: null })
  expect(cards.current().get('team-1')?.messages).toEqual([])
  for (const message of ['a', 'a', ...Array.from({ length: 20 }, (_, i) => `m${i}`)])
    cards.receive({ to: 'team-1', level: 'plan', message })
  const messages = cards.current().get('team-1')?.messages ?? []
  expect([messages.length, messages[0], messages.at(-1)]).toEqual([20, 'm0', 'm19'])
})

import { expect, test } from 'vitest'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { createCrisisLevelTracker } from './crisis-levels.ts'

test('keeps the most severe level of a conversation until its card is dismissed, also on the device', () => {
  const saved = new Map<string, CrisisLevel>([['bob', 'other']])
  const storage = {
    read: () => new Map(saved),
    save: (to: string, level: CrisisLevel | null) => (level ? void saved.set(to, level) : void saved.delete(to)),
  }
  const levels = createCrisisLevelTracker(() => {}, storage)
  expect(levels.current()).toEqual(new Map([['bob', 'other']]))
  levels.receive({ to: 'bob', level: 'plan' })
  levels.receive({ to: 'bob', level: 'violence' })
  expect(levels.current().get('bob')).toBe('plan')
  expect(saved.get('bob')).toBe('plan')
  levels.dismiss('bob')
  expect([levels.current().size, saved.size]).toEqual([0, 0])
  // a level that only a newer server knows shows no card
  levels.receive({ to: 'bob', level: 'newer' as CrisisLevel })
  expect(levels.current().size).toBe(0)
})

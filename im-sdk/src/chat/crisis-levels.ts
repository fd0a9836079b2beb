// Crisis level of each conversation whose own messages sounded dangerous, until the user dismisses its card.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'

/** @param publish called after each change */
export function createCrisisLevels(publish: () => void) {
  let levels: ReadonlyMap<string, CrisisLevel> = new Map()

  /** Keeps the more severe level. */
  function receive({ to, level }: { to: string; level: CrisisLevel }): void {
    if (level !== 'other' || !levels.has(to)) levels = new Map(levels).set(to, level)
    publish()
  }

  function dismiss(to: string): void {
    levels = new Map([...levels].filter(([peer]) => peer !== to))
    publish()
  }

  return { current: (): ReadonlyMap<string, CrisisLevel> => levels, receive, dismiss }
}

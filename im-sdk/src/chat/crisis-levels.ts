// Crisis level of each conversation whose own messages sounded dangerous, until the user dismisses its card.
import { crisisLevels, moreSevereOf, type CrisisLevel } from '@xinqiao/contract/care.ts'

/** @param publish called after each change */
export function createCrisisLevels(publish: () => void) {
  let levels: ReadonlyMap<string, CrisisLevel> = new Map()

  /** Keeps the more severe level. A level of a newer server is ignored. */
  function receive({ to, level }: { to: string; level: CrisisLevel }): void {
    if (!crisisLevels.includes(level)) return
    levels = new Map(levels).set(to, moreSevereOf(level, levels.get(to) ?? level))
    publish()
  }

  function dismiss(to: string): void {
    levels = new Map([...levels].filter(([peer]) => peer !== to))
    publish()
  }

  return { current: (): ReadonlyMap<string, CrisisLevel> => levels, receive, dismiss }
}

// Crisis level of each conversation in which the user's own messages sounded dangerous, until the user dismisses the
// help card.
import { crisisLevels, moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'

/** Persists the levels on this device; `save` receives null for a dismissed card. */
export type CrisisLevelStorage = {
  read: () => ReadonlyMap<string, CrisisLevel>
  save: (to: string, level: CrisisLevel | null) => void
}

/** @param publish called after each change */
export function createCrisisLevelTracker(publish: () => void, storage?: CrisisLevelStorage) {
  let levels: ReadonlyMap<string, CrisisLevel> = storage?.read() ?? new Map()

  /** The more severe level replaces the other. A level that only a newer server knows is ignored. */
  function receiveLevel({ to, level }: { to: string; level: CrisisLevel }): void {
    if (!crisisLevels.includes(level)) return
    const nextLevel = moreSevereOf(level, levels.get(to) ?? level)
    levels = new Map(levels).set(to, nextLevel)
    storage?.save(to, nextLevel)
    publish()
  }

  function dismiss(to: string): void {
    levels = new Map([...levels].filter(([peer]) => peer !== to))
    storage?.save(to, null)
    publish()
  }

  return { current: (): ReadonlyMap<string, CrisisLevel> => levels, receive: receiveLevel, dismiss }
}

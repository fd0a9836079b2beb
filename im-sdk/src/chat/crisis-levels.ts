// Crisis level of each conversation whose own messages sounded dangerous, until the user dismisses its card.
import { crisisLevels, moreSevereOf, type CrisisLevel } from '@xinqiao/contract/care.ts'

/** Keeps the levels on this device; `save` receives null for a dismissed card. */
export type CrisisLevelStorage = {
  read: () => ReadonlyMap<string, CrisisLevel>
  save: (to: string, level: CrisisLevel | null) => void
}

/** @param publish called after each change */
export function createCrisisLevels(publish: () => void, storage?: CrisisLevelStorage) {
  let levels: ReadonlyMap<string, CrisisLevel> = storage?.read() ?? new Map()

  /** Keeps the more severe level. A level of a newer server is ignored. */
  function receive({ to, level }: { to: string; level: CrisisLevel }): void {
    if (!crisisLevels.includes(level)) return
    const shown = moreSevereOf(level, levels.get(to) ?? level)
    levels = new Map(levels).set(to, shown)
    storage?.save(to, shown)
    publish()
  }

  function dismiss(to: string): void {
    levels = new Map([...levels].filter(([peer]) => peer !== to))
    storage?.save(to, null)
    publish()
  }

  return { current: (): ReadonlyMap<string, CrisisLevel> => levels, receive, dismiss }
}

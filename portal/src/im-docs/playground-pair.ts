// The accounts of the playground, kept in this tab, so that a reload continues with them.
import type { PlaygroundPair } from '@xinqiao/contract/http/chat/playground.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { hourMs } from '@xinqiao/contract/time.ts'

const key = 'im-playground'
type SavedPair = { pair: PlaygroundPair; until: number }

/** A blocked storage is no error: a reload then offers new accounts. */
function withStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(window.sessionStorage)
  } catch {
    return null
  }
}

export function savePair(pair: PlaygroundPair): void {
  const savedPair: SavedPair = { pair, until: Date.now() + limits.playgroundHours * hourMs }
  withStorage((storage) => storage.setItem(key, JSON.stringify(savedPair)))
}

/** @returns null when there is none, or its accounts were erased */
export function readPair(): PlaygroundPair | null {
  const savedPair = withStorage((storage) => JSON.parse(storage.getItem(key) ?? 'null') as SavedPair | null)
  return savedPair && savedPair.until > Date.now() ? savedPair.pair : null
}

export const forgetPair = (): void => void withStorage((storage) => storage.removeItem(key))

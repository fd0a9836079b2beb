// The counsellor's conversations with signs of danger: read again every 15 seconds and after each incoming message, named
// in the tab's title, and announced by a sound if wanted.
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CrisisTalk } from '@xinqiao/contract/http/care.ts'
import { crisisLevels } from '@xinqiao/contract/care.ts'
import { api } from '../accounts/api.ts'
import { playTones } from '../chat/alerts.ts'

const pollIntervalMs = 15_000
const alertDelayMs = 2_000
const soundKey = 'crisis-sound'
const soundListeners = new Set<() => void>()
const isCrisisSoundOn = (): boolean => localStorage.getItem(soundKey) === 'on'

/** Off unless the counsellor turns it on. */
export function useCrisisSound(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      soundListeners.add(listener)
      return () => soundListeners.delete(listener)
    },
    isCrisisSoundOn,
    () => false,
  )
  const set = (next: boolean) => {
    localStorage.setItem(soundKey, next ? 'on' : 'off')
    for (const listener of soundListeners) listener()
    if (next) playTones()
  }
  return [isOn, set]
}

const mark = /^【危机\d+】/u
function markTitle(count: number): void {
  const plain = document.title.replace(mark, '')
  document.title = count > 0 ? `【危机${count}】${plain}` : plain
}

export type CrisisTalks = { of: ReadonlyMap<string, CrisisTalk>; reload: () => void }

/** Most severe first, then the longest waiting. */
export const compareCrisisTalks = (a: CrisisTalk, b: CrisisTalk): number =>
  crisisLevels.indexOf(a.level) - crisisLevels.indexOf(b.level) || a.since.localeCompare(b.since)

/**
 * @param isCounsellor false for users, who read nothing
 * @param trigger changes with every message
 */
export function useCrisisTalks(isCounsellor: boolean, trigger: unknown): CrisisTalks {
  const [talks, setTalks] = useState<ReadonlyMap<string, CrisisTalk>>(new Map())
  const known = useRef<ReadonlySet<string> | null>(null)
  const receive = useEffectEvent((list: readonly CrisisTalk[]) => {
    const names = new Set(list.map(({ accid, level }) => `${accid} ${level}`))
    const isNew = known.current !== null && [...names].some((name) => !known.current?.has(name))
    known.current = names
    if (isNew && isCrisisSoundOn()) playTones()
    setTalks(new Map(list.map((talk) => [talk.accid, talk])))
    markTitle(list.length)
  })
  const reload = useCallback(() => {
    // a failed reading keeps what is shown; the next one follows soon
    api('GET /care/talks', {}).then(
      (list) => receive(list),
      () => null,
    )
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- an effect event is stable
  }, [])
  useEffect(() => {
    if (!isCounsellor) return undefined
    reload()
    // a message arrives before its alert is stored
    const soon = setTimeout(reload, alertDelayMs)
    const timer = setInterval(reload, pollIntervalMs)
    return () => {
      clearTimeout(soon)
      clearInterval(timer)
    }
  }, [isCounsellor, reload, trigger])
  return { of: talks, reload }
}

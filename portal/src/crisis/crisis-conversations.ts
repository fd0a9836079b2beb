// The counsellor's conversations with signs of danger, read every 15 seconds and after each incoming message. The tab's
// title names them, and a sound announces them if the counsellor wants it.
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { crisisLevels } from '@xinqiao/contract/crisis.ts'
import { api } from '../session/api.ts'
import { playTones } from '@xinqiao/ui/play-tones.ts'

const pollIntervalMs = 15_000
const alertDelayMs = 2_000
const soundKey = 'crisis-sound'
const soundListeners = new Set<() => void>()
const isCrisisSoundOn = (): boolean => localStorage.getItem(soundKey) === 'on'

/** Setting for the sound, which is off unless the counsellor turns it on. */
export function useCrisisSound(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      soundListeners.add(listener)
      return () => soundListeners.delete(listener)
    },
    isCrisisSoundOn,
    () => false,
  )
  const setSoundOn = (next: boolean) => {
    localStorage.setItem(soundKey, next ? 'on' : 'off')
    for (const listener of soundListeners) listener()
    if (next) playTones()
  }
  return [isOn, setSoundOn]
}

const mark = /^【危机\d+】/u
function showCountInTitle(count: number): void {
  const plain = document.title.replace(mark, '')
  document.title = count > 0 ? `【危机${count}】${plain}` : plain
}

/** A value that changes with every message of these conversations. */
export const sumTimes = (conversations: readonly { time: number }[]): number =>
  conversations.reduce((sum, { time }) => sum + time, 0)

export type CrisisConversations = { of: ReadonlyMap<string, CrisisConversation>; reload: () => void }

/** Order of the conversations: the most severe first, then those that wait longest. */
export const compareCrisisConversations = (a: CrisisConversation, b: CrisisConversation): number =>
  crisisLevels.indexOf(a.level) - crisisLevels.indexOf(b.level) || a.since.localeCompare(b.since)

/**
 * @param isCounsellor false for users, for whom nothing is read
 * @param trigger reads the list again when it changes
 */
export function useCrisisConversations(isCounsellor: boolean, trigger: number): CrisisConversations {
  const [conversations, setConversations] = useState<ReadonlyMap<string, CrisisConversation>>(new Map())
  const [turn, setTurn] = useState(0)
  const knownNames = useRef<ReadonlySet<string> | null>(null)
  const updateConversations = useEffectEvent(async () => {
    // keeps the displayed list after a failure, because the next read follows soon
    const list = await api('GET /care/talks', {}).catch(() => null)
    if (!list) return
    const names = new Set(list.map(({ accid, level }) => `${accid} ${level}`))
    const isNew = knownNames.current !== null && [...names].some((name) => !knownNames.current?.has(name))
    knownNames.current = names
    if (isNew && isCrisisSoundOn()) playTones()
    setConversations(new Map(list.map((conversation) => [conversation.accid, conversation])))
    showCountInTitle(list.length)
  })
  useEffect(() => {
    if (!isCounsellor) return undefined
    // reads again soon, because a message arrives before its alert is stored
    const reads = [0, alertDelayMs].map((delayMs) => setTimeout(() => void updateConversations(), delayMs))
    const timer = setInterval(() => void updateConversations(), pollIntervalMs)
    return () => {
      for (const timeout of reads) clearTimeout(timeout)
      clearInterval(timer)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again with each message and step
  }, [isCounsellor, trigger, turn])
  return { of: conversations, reload: () => setTurn((count) => count + 1) }
}

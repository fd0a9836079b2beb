// Sound setting of this browser.
import { useSyncExternalStore } from 'react'

const key = 'chat-sound'
const listeners = new Set<() => void>()

export const isSoundOn = (): boolean => localStorage.getItem(key) !== 'off'

function setSound(isOn: boolean): void {
  localStorage.setItem(key, isOn ? 'on' : 'off')
  for (const listener of listeners) listener()
}

export function useSoundSetting(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSoundOn,
    () => true,
  )
  return [isOn, setSound]
}

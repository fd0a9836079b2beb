// Keeps in this tab that its person has entered a call, and which devices the person turned off. A reload goes on
// without a question, while an opened link asks first. After the end, a reload still knows the other side.

export type SavedDeviceState = {
  isMuted: boolean
  hasCamera: boolean
  /** The chat account of the other side; absent before the call, and for calls of groups. */
  peer?: string | null
}

const keyOf = (channelId: string) => `call-${channelId}`

export function saveCall(channelId: string, call: SavedDeviceState): void {
  try {
    sessionStorage.setItem(keyOf(channelId), JSON.stringify(call))
  } catch {
    // without storage, the page asks again
  }
}

/** Removes the saved call, because it goes on elsewhere. */
export function forgetCall(channelId: string): void {
  try {
    sessionStorage.removeItem(keyOf(channelId))
  } catch {
    // nothing was stored
  }
}

/** @returns undefined for a call that this tab has not entered */
export function readSavedCall(channelId: string): SavedDeviceState | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(channelId))
    return text === null ? undefined : (JSON.parse(text) as SavedDeviceState)
  } catch {
    return undefined
  }
}

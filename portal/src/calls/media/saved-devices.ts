// The devices that this browser used last in a call, by name, because browsers change the ids between visits.
const storageKey = 'call-devices'

/** Names of devices; null for those of the system. */
type SavedDevices = { microphone: string | null; camera: string | null; speaker: string | null }

const readName = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function readSavedDevices(): SavedDevices {
  try {
    const names = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>
    return { microphone: readName(names.microphone), camera: readName(names.camera), speaker: readName(names.speaker) }
  } catch {
    // the browser forbids storage, or the stored text is not readable
    return { microphone: null, camera: null, speaker: null }
  }
}

export function saveDevices(change: Partial<SavedDevices>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readSavedDevices(), ...change }))
  } catch {
    // when storage is full or forbidden, the choice ends with the page
  }
}

// A call that the next page of this tab begins by itself. A link cannot begin one.
const key = 'next-call'

export function storeNextCall(to: string): void {
  try {
    sessionStorage.setItem(key, to)
  } catch {
    // without storage, the person presses once more
  }
}

/** @returns true once, for the account that was to be called */
export function takeNextCall(to: string): boolean {
  try {
    const isNext = sessionStorage.getItem(key) === to
    sessionStorage.removeItem(key)
    return isNext
  } catch {
    return false
  }
}

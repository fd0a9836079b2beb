// The account that the next page of this tab calls without a press. A link cannot cause a call.
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

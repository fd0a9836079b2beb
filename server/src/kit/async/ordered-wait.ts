// Runs the checks of a sender's messages in parallel, and lets the messages continue in the order of arrival. A text
// cannot overtake the picture before it, whose check takes longer.

/** The returned function waits for `check` and all earlier checks of the sender. It returns null if there are none. */
export function createOrderedWait(): (senderId: number, check: Promise<unknown> | null) => Promise<void> | null {
  const lastOf = new Map<number, Promise<unknown>>()

  async function wait(senderId: number, turn: Promise<unknown>, check: Promise<unknown> | null): Promise<void> {
    await turn
    if (lastOf.get(senderId) === turn) lastOf.delete(senderId)
    await check
  }
  return (senderId, check) => {
    const before = lastOf.get(senderId)
    if (!check && !before) return null
    const turn = Promise.allSettled([before, check])
    lastOf.set(senderId, turn)
    return wait(senderId, turn, check)
  }
}

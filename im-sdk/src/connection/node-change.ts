// Waiting while a node restarts: new requests wait for the next login, which another node answers.

/** A command waits at most this long for the login to another node. */
const maxWaitMs = 30_000

export function createNodeChange() {
  let current: { completion: Promise<void>; finish: () => void } | null = null
  return {
    begin(): void {
      if (current) return
      let finish = () => {}
      const completion = new Promise<void>((resolve) => (finish = resolve))
      const timer = setTimeout(finish, maxWaitMs)
      void completion.then(() => clearTimeout(timer))
      current = { completion, finish }
    },
    finish(): void {
      current?.finish()
      current = null
    },
    /**
     * Waits until the restart of the node is over.
     * @returns null when no node restarts
     */
    whenDone: (): Promise<void> | null => current?.completion ?? null,
  }
}

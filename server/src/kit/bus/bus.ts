// What nodes call to each other. Nothing that matters travels only here: a call may be lost, and whoever learns that
// calls may have been lost looks into the database (docs/sync.md).
export type Bus = {
  /** Somebody besides this process may be listening. */
  hasOthers: () => boolean
  /** To whoever listens, this node included. Lost without an error while there is no connection. */
  publish: (channel: string, text: string) => void
  /** Resolves when every later call is heard; at once while there is no connection. One listener a channel. */
  subscribe: (channel: string, listener: (text: string) => void) => Promise<void>
  unsubscribe: (channel: string) => void
  /** Calls of this node or to it may have been lost, and from now on they are heard again. */
  onRestored: (listener: () => void) => void
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}

// Messages between nodes. They may be lost, so nothing durable depends on them: a node that may have missed messages
// reads the database (docs/guides/sync.md).
export type Bus = {
  /** True when other processes may be subscribed. */
  hasOthers: () => boolean
  /** Sends to all subscribers, this node included. Lost without an error while there is no connection. */
  publish: (channel: string, text: string) => void
  /** Resolves when later messages will be received; at once while there is no connection. One listener per channel. */
  subscribe: (channel: string, listener: (text: string) => void) => Promise<void>
  unsubscribe: (channel: string) => void
  /** Called after messages may have been lost, once they are received again. */
  onRestored: (listener: () => void) => void
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}

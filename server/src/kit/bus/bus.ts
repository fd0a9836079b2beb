// Messages between nodes. They may be lost, so nothing durable depends on them: a node that may have missed some reads
// the database (docs/guides/chat-nodes.md).
export type Bus = {
  /** True when other processes may be subscribed. */
  hasOthers: () => boolean
  /** Sends to all subscribers, including this node. Without a connection the message is lost without an error. */
  publish: (channel: string, text: string) => void
  /** Resolves once later messages will be received; at once if there is no connection. One listener per channel. */
  subscribe: (channel: string, listener: (text: string) => void) => Promise<void>
  unsubscribe: (channel: string) => void
  /** Called when messages may have been lost, as soon as they are received again. */
  onRestored: (listener: () => void) => void
  isReachable: () => Promise<boolean>
  close: () => Promise<void>
}

/** Names a callback that threw. Chatrooms have no log on the device. */
export const logThrown = (name: string, error: unknown): void =>
  console.warn(`Chatroom: callback ${name} threw ${error instanceof Error ? error.name : typeof error}`)

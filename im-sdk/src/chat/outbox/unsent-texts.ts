// Texts that the server has not accepted, which a page keeps for its next load.
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'

export type UnsentText = {
  /** The other account, or the key of a team. */
  to: string
  /** The idClient of the message, which prevents a duplicate when the text had arrived after all. */
  key: string
  time: number
  content: MessageContent
  /** The reason of a refusal; null while the text waits. */
  fault: string | null
}

/** Persists the texts on this device, oldest first. `save` receives all of them after each change. */
export type UnsentTextStorage = {
  read: () => readonly UnsentText[]
  save: (texts: readonly UnsentText[]) => void
}

// A question to a robot.
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Robot } from './store.ts'

/** A stored question, from the view of its asker. */
export type AskedQuestion = {
  robot: Robot
  asker: { imId: number; accid: string }
  msg: Pick<WireMessage, 'idServer' | 'time' | 'content'>
  /** True for a question that sounds like danger, also together with earlier ones. */
  isInDanger: boolean
}

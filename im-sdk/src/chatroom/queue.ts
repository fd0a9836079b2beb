// The queue of a chatroom.
import type { CommandInput, CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { callDone } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import type { RoomCore } from './room-core.ts'

type QueueCommandName = Extract<CommandName, `chatroom.queue${string}`>

export function createRoomQueueApi({ request }: RoomCore) {
  const forward =
    <Name extends QueueCommandName>(name: Name) =>
    ({ done, ...input }: CommandInput<Name> & WithDone<CommandOutput<Name>> = {} as never): void =>
      callDone(done, () => request(name, input as never))
  return {
    queueOffer: forward('chatroom.queueOffer'),
    queuePoll: forward('chatroom.queuePoll'),
    queueList: forward('chatroom.queueList'),
    peak: forward('chatroom.queuePeak'),
    queueDrop: forward('chatroom.queueDrop'),
    queueChange: forward('chatroom.queueChange'),
  }
}

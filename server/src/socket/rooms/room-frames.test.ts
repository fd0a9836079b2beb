// Tests of the frames that gather the messages of a room.
import { expect, test } from 'vitest'
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { createRoomFrames, type RoomReceiver } from './room-frames.ts'

test('delivers the messages of a moment in the order of their times', () => {
  const pushes: unknown[] = []
  const connection = { id: 'writer', push: (_name: string, { msgs }: { msgs: RoomMessage[] }) => pushes.push(msgs) }
  const frames = createRoomFrames(() => [{ connection, visit: {} } as unknown as RoomReceiver])
  const messageAt = (time: number) => ({ time, content: { type: 0, text: '' } }) as RoomMessage
  frames.add({ msg: messageAt(3) })
  frames.add({ msg: messageAt(1) })
  frames.add({ msg: messageAt(2), except: 'writer' })
  frames.flush()
  expect(pushes).toEqual([[messageAt(1), messageAt(3)]])
})

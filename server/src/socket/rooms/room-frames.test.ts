// Tests of the frames that gather the messages of a room.
import { afterEach, expect, test, vi } from 'vitest'
import type { RoomMessage } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { createRoomFrames, type RoomReceiver } from './room-frames.ts'

const messageAt = (time: number) => ({ time, content: { type: 0, text: '' } }) as RoomMessage

/** A room of so many visitors, with what the first one receives. */
function createRoom(visitors: number) {
  const pushes: unknown[] = []
  const push = (_name: string, { msgs }: { msgs: RoomMessage[] }) => pushes.push(msgs)
  const receivers = Array.from({ length: visitors }, (_, i): [string, RoomReceiver] => {
    const connection = i === 0 ? { id: 'first', push, pushPacket: push } : { id: `${i}`, push() {}, pushPacket() {} }
    return [connection.id, { connection, visit: {} } as unknown as RoomReceiver]
  })
  return { pushes, frames: createRoomFrames(new Map(receivers)) }
}

afterEach(() => vi.useRealTimers())

test('delivers the messages of a moment in the order of their times', () => {
  const { pushes, frames } = createRoom(1)
  frames.add({ msg: messageAt(3) }, 'normal')
  frames.add({ msg: messageAt(1) }, 'normal')
  frames.add({ msg: messageAt(2), except: 'first' }, 'normal')
  frames.flush()
  expect(pushes).toEqual([[messageAt(1), messageAt(3)]])
})

test.each([
  { visitors: 3, frameCount: 5 },
  { visitors: 200, frameCount: 1 },
])(
  'sends $frameCount frames for visits that begin within half a second among $visitors',
  ({ visitors, frameCount }) => {
    vi.useFakeTimers()
    const { pushes, frames } = createRoom(visitors)
    for (let i = 0; i < 5; i += 1) {
      frames.add({ msg: messageAt(i), except: 'first' }, 'visit')
      frames.add({ msg: messageAt(i) }, 'visit')
      vi.advanceTimersByTime(100)
    }
    vi.advanceTimersByTime(1_000)
    expect(pushes).toHaveLength(frameCount)
    expect(pushes.flat()).toEqual([0, 1, 2, 3, 4].map(messageAt))
  },
)

test('sends the waiting visits of a large room with the next message', () => {
  vi.useFakeTimers()
  const { pushes, frames } = createRoom(200)
  frames.add({ msg: messageAt(1), except: 'first' }, 'visit')
  frames.add({ msg: messageAt(2) }, 'visit')
  frames.add({ msg: messageAt(3) }, 'normal')
  vi.advanceTimersByTime(100)
  expect(pushes).toEqual([[messageAt(2), messageAt(3)]])
  vi.advanceTimersByTime(2_000)
  expect(pushes).toHaveLength(1)
})

test('leaves as much time between two frames as the first one took', () => {
  vi.useFakeTimers()
  const pushPacket = vi.fn(() => void vi.advanceTimersByTime(300))
  const slow = { connection: { id: 'slow', pushPacket }, visit: {} } as unknown as RoomReceiver
  const frames = createRoomFrames(new Map([['slow', slow]]))
  frames.add({ msg: messageAt(1) }, 'normal')
  frames.flush()
  frames.add({ msg: messageAt(2) }, 'normal')
  vi.advanceTimersByTime(299)
  expect(pushPacket).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(pushPacket).toHaveBeenCalledTimes(2)
})

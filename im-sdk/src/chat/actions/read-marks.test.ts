// Tests of marking conversations as read while many messages arrive, and after a refusal by the rate limit.
import { expect, test } from 'vitest'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { until } from '../../../test/people.ts'
import { createReadMarker } from './read-marks.ts'

const to = 'team-7'

/** A client with one conversation, whose server refuses this many acks by the rate limit. */
function createTestClient(refusals: number) {
  const acks: number[] = []
  const session = { ack: 0 }
  const conversation = { session, lastMsg: { time: 0 }, msgs: [] }
  let refusalsLeft = refusals
  const client = {
    store: { conversations: new Map([[to, conversation]]) },
    request: async (_name: string, { sessions }: { sessions: { timetag: number }[] }) => {
      acks.push(sessions[0]!.timetag)
      await Promise.resolve()
      refusalsLeft -= 1
      if (refusalsLeft >= 0) throw imFail('tooOften', undefined, { seconds: 0.02 })
      session.ack = sessions[0]!.timetag
    },
  }
  const markRead = createReadMarker(client as never, 'ann')
  const receive = (time: number) => {
    conversation.lastMsg = { time }
    markRead(to)
  }
  return { acks, session, receive, markRead }
}

test('sends two acks for a hundred messages at once', async () => {
  const { acks, session, receive } = createTestClient(0)
  for (let time = 1; time <= 100; time += 1) receive(time)
  await until(() => session.ack === 100, 'the ack')
  expect(acks).toEqual([1, 100])
})

test('repeats an ack that the rate limit refused', async () => {
  const { acks, session, receive, markRead } = createTestClient(1)
  receive(5)
  await until(() => session.ack === 5, 'the ack')
  markRead(to)
  expect(acks).toEqual([5, 5])
})

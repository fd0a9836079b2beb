// Tests of the limits of the traffic of a room.
import { expect, test } from 'vitest'
import { chatroomLimits } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { createRoomBudget } from './room-budget.ts'

const { messagesPerSecond, visitsPerSecond } = chatroomLimits
const countPassing = (mayPass: (priority: 'normal' | 'visit') => boolean, priority: 'normal' | 'visit') =>
  Array.from({ length: 1_000 }, () => mayPass(priority)).filter(Boolean).length

test('drops messages and notices of visits above their separate limits', () => {
  const mayPass = createRoomBudget(() => 0)
  expect(countPassing(mayPass, 'visit')).toBe(visitsPerSecond)
  expect(countPassing(mayPass, 'normal')).toBe(messagesPerSecond)
})

test('passes every message of a room with 20 in a second', () => {
  let now = 0
  const mayPass = createRoomBudget(() => now)
  const passed = Array.from({ length: 2_000 }, () => {
    now += 50
    return mayPass('normal')
  })
  expect(passed.every(Boolean)).toBe(true)
})

// Tests of the words for the state of an alert.
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { expect, test } from 'vitest'
import { chinaToday } from '../frame/format-time.ts'
import { describeState, findDropTime, findDutyCallTime } from './alert-state.ts'

const today = chinaToday()
const conversation: CrisisConversation = {
  accid: 'ann',
  level: 'thought',
  since: `${today} 22:40:10`,
  isTaken: false,
  steps: [
    { step: 'callDuty', time: `${today} 22:51:00` },
    { step: 'callDuty', time: `${today} 22:58:30` },
    { step: 'note', time: `${today} 23:05:00` },
  ],
}

test('names the latest call of the duty staff until they take over', () => {
  expect(describeState(conversation)).toBe('有轻生念头 · 22:40起 · 已呼叫值班人员（22:58），等待接手')
  expect(describeState({ ...conversation, isTaken: true })).toBe('有轻生念头 · 22:40起 · 值班人员已接手')
  expect(describeState({ ...conversation, steps: [] })).toBe('有轻生念头 · 22:40起 · 值班人员尚未接手')
})

test('names a notice that the server sent because the client dropped out of a call', () => {
  const steps = [...conversation.steps, { step: 'dropped' as const, time: `${today} 23:10:00` }]
  expect(describeState({ ...conversation, steps })).toMatch(/ · 通话中断，已自动通知值班人员（23:10），等待接手$/)
  expect(findDutyCallTime({ steps })).toBe('22:58')
  expect(findDropTime({ steps })).toBe('23:10')
})

test('finds a request to take over as a call, with the day of an earlier one', () => {
  expect(findDutyCallTime({ steps: [{ step: 'handOver', time: '2026-01-02 03:04:05' }] })).toBe('01-02 03:04')
  expect(findDutyCallTime({ steps: [{ step: 'ask', time: '2026-01-02 03:04:05' }] })).toBeNull()
  expect(findDutyCallTime(null)).toBeNull()
})

// Tests the words of calls that depend on the state.
import { expect, test } from 'vitest'
import type { CallEnding } from '../session/call-state.ts'
import { describeBlank, describeConcern, describeDrop } from './call-texts.ts'

const concernOf = (ending: CallEnding, isAtRisk: boolean, hasPeerLeft = false) =>
  describeConcern({ ending, hasPeerLeft }, { isAtRisk, dutyCallTime: null })

test('suggests the duty staff when a client with an open alert hangs up, refuses or does not answer', () => {
  expect(concernOf('peerHungUp', true)).toContain('来访者挂断了通话。对方有未结束的危机提醒')
  expect(concernOf('refused', true)).toContain('来访者拒绝了通话。对方有未结束的危机提醒')
  expect(concernOf('unanswered', true)).toContain('来访者没有接听。对方有未结束的危机提醒')
  for (const ending of ['peerHungUp', 'refused', 'unanswered'] as const) expect(concernOf(ending, false)).toBeNull()
})

test('suggests the duty staff for every client who drops out, and after no call that the counsellor ends', () => {
  for (const isAtRisk of [true, false]) {
    expect(concernOf('lost', isAtRisk)).toMatch(/^来访者掉线了。/)
    expect(concernOf('lost', isAtRisk, true)).toMatch(/^来访者离开了通话页面，没有回来。/)
    for (const ending of ['hungUp', 'cancelled', 'busy', 'elsewhere', 'timeUp'] as const)
      expect(concernOf(ending, isAtRisk)).toBeNull()
  }
})

test('says plainly that the duty staff are notified of a client whose alert is known', () => {
  expect(concernOf('lost', true)).toContain('。对方有未结束的危机提醒，一分钟内没有回来时，会自动通知值班人员。')
  expect(concernOf('lost', false)).toContain('。对方若有未结束的危机提醒，')
})

test('names the call of the duty staff in place of the first advice to call them', () => {
  for (const ending of ['lost', 'peerHungUp'] as const) {
    const risk = { isAtRisk: true, dutyCallTime: '22:51' }
    const concern = describeConcern({ ending, hasPeerLeft: false }, risk)
    expect(concern).toMatch(/您在22:51呼叫过值班人员；情况更紧急时，请再次呼叫。$/)
    expect(concern).not.toContain('请现在呼叫')
  }
})

test('names the time at which the duty staff were notified of a client who did not come back', () => {
  expect(describeDrop('13:23', null)).toMatch(
    /^来访者掉线后一分钟没有回来，已在13:23自动通知值班人员。.*请现在呼叫值班人员。$/,
  )
  expect(describeDrop('13:23', '13:25')).toMatch(/您在13:25呼叫过值班人员/)
})

test('names a voice call in place of the picture, and the missing camera in a video call only', () => {
  const state = { hasPeerLeft: false, hasConnected: true, hasVideo: false }
  expect(describeBlank(state)).toBe('语音通话')
  expect(describeBlank({ ...state, hasVideo: true })).toBe('对方没有打开摄像头')
  expect(describeBlank({ ...state, hasConnected: false })).toBe('')
  expect(describeBlank({ ...state, hasPeerLeft: true })).toBe('正在等对方回来…')
})

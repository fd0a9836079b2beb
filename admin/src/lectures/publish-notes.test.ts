// Tests of the question before a lecture is published.
import { expect, test } from 'vitest'
import { listPublishNotes } from './publish-notes.ts'

const streamUrl = 'https://stream.example/live.m3u8'
const times = { startTime: '2026-12-01 20:00:00', endTime: '2026-12-01 21:00:00' }
const at = (time: string): number => Date.parse(`2026-12-01T${time}+08:00`)

test('names those who can see the lecture', () => {
  expect(listPublishNotes({ ...times, audience: 'public', streamUrl }, 1, at('19:00'))).toEqual([
    '发布后所有人都能在网站上看到这场讲座。',
  ])
  expect(listPublishNotes({ ...times, audience: 'signedIn', streamUrl }, 1, at('19:00'))).toEqual([
    expect.stringContaining('登录用户才能观看'),
  ])
  expect(listPublishNotes({ ...times, audience: 'members', streamUrl }, 1, at('19:00'))).toEqual([
    expect.stringContaining('协会会员才能观看'),
  ])
})

test('warns of a missing stream and of missing moderators', () => {
  expect(listPublishNotes({ ...times, audience: 'public', streamUrl: '' }, 0, at('19:00')).slice(1)).toEqual([
    expect.stringContaining('还没有填写直播地址'),
    expect.stringContaining('还没有主持人'),
  ])
})

test('says that a lecture begins at once, or has ended', () => {
  const listAt = (time: string) => listPublishNotes({ ...times, audience: 'public', streamUrl }, 1, at(time)).slice(1)
  expect(listAt('19:59')).toEqual([])
  expect(listAt('20:00')).toEqual(['开始时间已过：发布后马上开播，聊天室随即开放。'])
  expect(listAt('20:59')).toEqual(['开始时间已过：发布后马上开播，聊天室随即开放。'])
  expect(listAt('21:00')).toEqual(['结束时间已过：发布后显示为已结束，聊天室只开放到结束后15分钟。'])
  expect(listAt('21:14')).toHaveLength(1)
  expect(listAt('21:15')).toEqual(['结束时间已过：发布后显示为已结束，聊天室不会开放。'])
})

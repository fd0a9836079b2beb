// Tests of the question before a lecture is published.
import { expect, test } from 'vitest'
import { listPublishNotes } from './publish-notes.ts'

const streamUrl = 'https://stream.example/live.m3u8'

test('names those who can see the lecture', () => {
  expect(listPublishNotes({ audience: 'public', streamUrl }, 1)).toEqual(['发布后所有人都能在网站上看到这场讲座。'])
  expect(listPublishNotes({ audience: 'signedIn', streamUrl }, 1)).toEqual([
    expect.stringContaining('登录用户才能观看'),
  ])
  expect(listPublishNotes({ audience: 'members', streamUrl }, 1)).toEqual([expect.stringContaining('协会会员才能观看')])
})

test('warns of a missing stream and of missing moderators', () => {
  expect(listPublishNotes({ audience: 'public', streamUrl: '' }, 0).slice(1)).toEqual([
    expect.stringContaining('还没有填写直播地址'),
    expect.stringContaining('还没有主持人'),
  ])
})

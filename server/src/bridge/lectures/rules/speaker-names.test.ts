// Tests of the names that pose as the speaker of a lecture.
import { describe, expect, test } from 'vitest'
import { resemblesSpeaker } from './speaker-names.ts'

describe('a name in a lecture', () => {
  test.each([
    ...[
      ['周明', '周明'],
      ['周明', '周明 副主任医师'],
      ['周明', '周明副主任医师'],
      ['周明', '周 明 教授'],
      ['周 明', '周明教授'],
      ['我是周明', '周明（市立医院）'],
      ['周·明1', '周明、李云'],
      ['李云', '周明、李云'],
      ['周明', '市立医院 周明'],
      ['蕭蘭', '萧兰 心理咨询师'],
      ['Smith', 'Dr. Smith'],
      ['john smith', 'John Smith, PhD'],
      ['欧阳明', '欧阳明月 博士'],
    ],
  ])('%s resembles the speaker %s', (name, speaker) => {
    expect(resemblesSpeaker(name, speaker)).toBe(true)
  })

  test.each([
    ...[
      ['小雨', '周明 副主任医师'],
      ['明天', '周明 副主任医师'],
      ['周周', '周明 教授'],
      ['李白', '李医生'],
      ['Andrew', 'Dr. Smith'],
      ['副手', '副主任医师'],
    ],
  ])('%s does not resemble the speaker %s', (name, speaker) => {
    expect(resemblesSpeaker(name, speaker)).toBe(false)
  })
})

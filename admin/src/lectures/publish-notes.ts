// Texts of the question before a lecture is published: who can see it, when it begins, and what is missing.
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { lectureLimits, type LectureAudience } from '@xinqiao/contract/lectures.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'

const audienceNotes: Record<LectureAudience, string> = {
  public: '发布后所有人都能在网站上看到这场讲座。',
  signedIn: '发布后所有人都能在网站上看到这场讲座的介绍，登录用户才能观看和参与交流。',
  members: '发布后所有人都能在网站上看到这场讲座的介绍，协会会员才能观看和参与交流。',
}

const parseTime = (time: string): number => Date.parse(`${time.replace(' ', 'T')}+08:00`)

type PublishedLecture = Pick<StaffLecture, 'audience' | 'streamUrl' | 'startTime' | 'endTime'>

/** @param now in milliseconds */
export function listPublishNotes(lecture: PublishedLecture, moderatorCount: number, now: number): string[] {
  const { audience, streamUrl } = lecture
  const [startsAt, endsAt] = [parseTime(lecture.startTime), parseTime(lecture.endTime)]
  const { openMinutesAfter } = lectureLimits
  const audienceNote = audienceNotes[audience]
  if (now >= endsAt + openMinutesAfter * minuteMs)
    return [audienceNote, '结束时间已过：发布后显示为已结束，聊天室不会开放。']
  return [
    audienceNote,
    ...(now >= endsAt
      ? [`结束时间已过：发布后显示为已结束，聊天室只开放到结束后${openMinutesAfter}分钟。`]
      : now >= startsAt
        ? ['开始时间已过：发布后马上开播，聊天室随即开放。']
        : []),
    ...(streamUrl === '' ? ['还没有填写直播地址：开讲后没有画面，只有文字交流。'] : []),
    ...(moderatorCount === 0 ? ['还没有主持人：聊天室开放后，没有人能管理发言、看到提问和举手。'] : []),
  ]
}

// Texts of the question before a lecture is published: who can see it, and what is missing.
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import type { LectureAudience } from '@xinqiao/contract/lectures.ts'

const audienceNotes: Record<LectureAudience, string> = {
  public: '发布后所有人都能在网站上看到这场讲座。',
  signedIn: '发布后所有人都能在网站上看到这场讲座的介绍，登录用户才能观看和参与交流。',
  members: '发布后所有人都能在网站上看到这场讲座的介绍，协会会员才能观看和参与交流。',
}

export const listPublishNotes = (
  { audience, streamUrl }: Pick<StaffLecture, 'audience' | 'streamUrl'>,
  moderatorCount: number,
): string[] => [
  audienceNotes[audience],
  ...(streamUrl === '' ? ['还没有填写直播地址：开讲后没有画面，只有文字交流。'] : []),
  ...(moderatorCount === 0 ? ['还没有主持人：聊天室开放后，没有人能管理发言、看到提问和举手。'] : []),
]

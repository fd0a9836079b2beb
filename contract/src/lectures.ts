// Labels and limits of lectures, separate from the schemas so that browsers load them without zod.
export const lectureStates = { draft: '草稿', published: '已发布', cancelled: '已取消' } as const
export type LectureState = keyof typeof lectureStates

export const lectureAudiences = { public: '所有人', signedIn: '登录用户', members: '协会会员' } as const
export type LectureAudience = keyof typeof lectureAudiences

/** Phases of a published lecture, which follow from its times. */
export const lecturePhases = { coming: '即将开讲', live: '正在直播', over: '已结束', cancelled: '已取消' } as const
export type LecturePhase = keyof typeof lecturePhases

export const lectureQuestionStates = { waiting: '等待', answered: '已回答', shelved: '已搁置' } as const
export type LectureQuestionState = keyof typeof lectureQuestionStates

export const lectureLimits = {
  /** The room is open from this time before the beginning until this time after the end. */
  openMinutesBefore: 30,
  openMinutesAfter: 15,
  /** A playing page reports itself at this interval. A longer pause than `maxBeatGapSeconds` does not count. */
  beatSeconds: 20,
  maxBeatGapSeconds: 45,
  questionLength: 200,
  answerLength: 500,
  nameLength: 12,
  announcementLength: 300,
  maxSlowSeconds: 300,
  /** Maximum number of questions of one account that wait for an answer. */
  waitingQuestions: 3,
  /** Limits of one request: seconds of the replay, and number of messages. */
  replayWindowSeconds: 600,
  replayMessages: 300,
} as const

/** Default name of visitors in the room of a lecture; a number follows it. */
export const defaultRoomName = '听众'

/** The account that owns the rooms of lectures and writes their notices. No one can sign in with it. */
export const lectureHostAccount = 'lecture-host'

/** An event of the site in the room of a lecture, as JSON in a custom message of the host. */
export type LectureEvent = { event: 'questions' | 'hands' | 'lecture' | 'danger' }

// Labels and limits of the examinations, separate from the schemas so that browsers load them without zod.

/** Kinds of questions by their number on the wire (portal.md 3). */
export const examKindIds = { singleChoice: 0, multipleChoice: 1, judgement: 2 } as const
export type ExamQuestionKind = (typeof examKindIds)[keyof typeof examKindIds]
export const examKindList: readonly ExamQuestionKind[] = Object.values(examKindIds)
export const isSingleChoice = (kind: ExamQuestionKind): boolean => kind === examKindIds.singleChoice
export const isMultipleChoice = (kind: ExamQuestionKind): boolean => kind === examKindIds.multipleChoice
/** True for a question whose answer is T or F, and which has no options. */
export const isJudgement = (kind: ExamQuestionKind): boolean => kind === examKindIds.judgement

/** Labels of the kinds of questions. */
export const examKinds = { 0: '单选题', 1: '多选题', 2: '判断题' } as const

export const passMark = 60 // points needed to pass (portal.md 9)
export const fullMark = 100

export const examLimits = {
  options: 12,
  contentLength: 2000,
  optionLength: 500,
  questionsOfPaper: 300,
  /** Grace period for requests in flight at the end of the time. */
  graceSeconds: 10,
  /** Time between two polls of a running attempt (portal.md 9). */
  pollMs: 1000,
  eventsOfAttempt: 500,
  importBytes: 10 * 1024 * 1024,
  importQuestions: 1000,
} as const

/** The letter of an option, by its index from 0. */
export const optionLetterOf = (index: number): string => String.fromCodePoint(65 + index)

/**
 * Events of an attempt, reported by the browser or recorded by the server. Examiners see them, but they do not affect
 * the score.
 */
export const examEvents = {
  pageLeft: '离开页面',
  pageBack: '回到页面',
  pasted: '尝试粘贴',
  wentOffline: '网络中断',
  cameOnline: '网络恢复',
  opened: '打开试卷',
  openedElsewhere: '在另一设备打开试卷',
  refused: '提交被拒绝',
  late: '超时提交',
  extended: '延长时间',
  handedIn: '交卷',
} as const
export type ExamEventKind = keyof typeof examEvents
export const reportedEvents = ['pageLeft', 'pageBack', 'pasted', 'wentOffline', 'cameOnline'] as const

/** Socket namespace of examiners. Its only event says that new data can be loaded. */
export const examWatchSpace = '/exam-watch'
export type ExamWatchServerEvents = { moved: (examId: number) => void }

// Words and numbers of the examinations, apart from the schemas so that browsers show them without zod.

/** portal.md 3 */
export const examKinds = { 0: '单选题', 1: '多选题', 2: '判断题' } as const
export type ExamKind = 0 | 1 | 2
export const examKindList: readonly ExamKind[] = [0, 1, 2]

export const passMark = 60 // portal.md 9
export const fullMark = 100

export const examLimits = {
  options: 12,
  contentLength: 2000,
  optionLength: 500,
  questionsOfPaper: 300,
  /** What is under way when the time ends still arrives. */
  graceSeconds: 10,
  pollMs: 1000, // portal.md 9
  eventsOfAttempt: 500,
  importBytes: 10 * 1024 * 1024,
  importQuestions: 1000,
} as const

/** The letter of an option by its place from 0 on. */
export const letterOf = (place: number): string => String.fromCodePoint(65 + place)

/** What a browser reports during an attempt, and what the server notes itself. Examiners see it; nobody is judged by it. */
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

/** The socket's namespace for whoever watches over an examination, and its one word: look again. */
export const examWatchSpace = '/exam-watch'
export type ExamWatchToClient = { moved: (examId: number) => void }

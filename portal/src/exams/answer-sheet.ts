// Answer store of an attempt, outside of React. Answers are shown at once, stored in this browser, and resent until the
// server has them. The latest answer by the server's clock wins.
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../session/api.ts'
import type { ExamPaper } from './paper.ts'
import {
  type AttemptRef,
  deleteAnswersOfOtherAttempts,
  deleteUnsentAnswer,
  type UnsentAnswer,
  storeUnsentAnswer,
  readUnsentAnswers,
} from './unsent-answers.ts'

const retryMs = 2000

export type SaveState =
  | { state: 'saved' }
  | { state: 'saving' }
  /** The server cannot be reached now; the next try follows. */
  | { state: 'offline' }
  /** The server refuses the answer, with its message. */
  | { state: 'refused'; message: string }
  | { state: 'signedOut' }
  /** The examination has ended, or was handed in elsewhere. */
  | { state: 'over'; message: string }

export type AnswerSheetState = {
  answers: ReadonlyMap<number, string>
  saving: SaveState
  /** Answers that the server does not have yet. */
  unsentCount: number
  /** False once this browser could not store an answer: storage is full or forbidden. */
  isStored: boolean
}
type AnswerEntry = { num: string; answer: string; at: number }

export type AnswerSheet = {
  read: () => AnswerSheetState
  subscribe: (listener: () => void) => () => void
  setAnswer: (num: number, answer: string) => void
  /** All answers, sorted by question number (portal.md 5). */
  collect: () => AnswerEntry[]
  /** Restores answers left by a crash or a network failure, and sends answers until `close`. */
  open: () => void
  close: () => void
  /** The attempt was handed in: stops sending. */
  markHandedIn: () => void
}

const readSaving = (error: unknown): SaveState => {
  const isFinal = error instanceof Failure && error.status >= 400 && error.status < 500 && error.status !== 429
  if (!isFinal) return { state: 'offline' }
  if (error.status === 401) return { state: 'signedOut' }
  return {
    state: error.reason === 'examOver' || error.reason === 'examHandedIn' ? 'over' : 'refused',
    message: error.message,
  }
}

export function createAnswerSheet(paper: ExamPaper, attempt: AttemptRef): AnswerSheet {
  const openedAt = performance.now()
  // the server's time, continued by the browser's monotonic clock
  const readServerTime = () => Math.round(paper.serverTime + performance.now() - openedAt)
  const unsaved = new Map<number, UnsentAnswer>()
  const listeners = new Set<() => void>()
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: AnswerSheetState = {
    answers: new Map(paper.content.map((question) => [question.num, question.stuAnswer])),
    saving: { state: 'saved' },
    unsentCount: 0,
    isStored: true,
  }

  const changeState = (part: Partial<AnswerSheetState>) => {
    state = { ...state, ...part, unsentCount: unsaved.size }
    for (const listener of listeners) listener()
  }
  const dropSent = (sent: readonly (readonly [number, UnsentAnswer])[]) => {
    for (const [num, { at }] of sent) {
      deleteUnsentAnswer(attempt, num, at)
      if (unsaved.get(num)?.at === at) unsaved.delete(num)
    }
  }

  /**
   * Sends the unsent answers once.
   * @returns true when they were saved or refused
   */
  const sendOnce = async (): Promise<boolean> => {
    const sentAnswers = [...unsaved]
    try {
      await api('POST /testUser/answer', {
        testId: attempt.testId,
        answer: sentAnswers.map(([num, entry]) => ({ num: `${num}`, ...entry })),
      })
      dropSent(sentAnswers)
      changeState({ saving: { state: 'saved' } })
      return true
    } catch (error) {
      const saving = readSaving(error)
      if (saving.state === 'refused') dropSent(sentAnswers)
      changeState({ saving })
      return saving.state === 'refused'
    }
  }

  const flush = async (): Promise<void> => {
    if (isSending || unsaved.size === 0 || state.saving.state === 'over') return
    clearTimeout(timer)
    isSending = true
    if (state.saving.state === 'saved') changeState({ saving: { state: 'saving' } })
    let goesOn = true
    // oxlint-disable-next-line no-await-in-loop -- answers given meanwhile follow those already sent
    while (goesOn && unsaved.size > 0) goesOn = await sendOnce()
    isSending = false
    if (unsaved.size > 0) timer = setTimeout(() => void flush(), retryMs)
  }
  const flushNow = () => void flush()
  const warn = (event: BeforeUnloadEvent) => {
    if (unsaved.size > 0) event.preventDefault()
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setAnswer(num, answer) {
      const entry = { answer, at: readServerTime() }
      unsaved.set(num, entry)
      const isStored = storeUnsentAnswer(attempt, num, entry)
      changeState({ answers: new Map(state.answers).set(num, answer), isStored })
      void flush()
    },
    collect: () =>
      [...state.answers]
        .filter(([num, answer]) => answer !== '' || unsaved.has(num))
        .sort(([a], [b]) => a - b)
        .map(([num, answer]) => ({ num: `${num}`, answer, at: unsaved.get(num)?.at ?? paper.serverTime })),
    open() {
      deleteAnswersOfOtherAttempts(attempt)
      const unsavedAnswers = readUnsentAnswers(attempt)
      const answers = new Map(state.answers)
      for (const [num, entry] of unsavedAnswers) {
        unsaved.set(num, entry)
        answers.set(num, entry.answer)
      }
      if (unsavedAnswers.size > 0) changeState({ answers })
      addEventListener('online', flushNow)
      addEventListener('beforeunload', warn)
      void flush()
    },
    close() {
      clearTimeout(timer)
      removeEventListener('online', flushNow)
      removeEventListener('beforeunload', warn)
    },
    markHandedIn() {
      dropSent([...unsaved])
      clearTimeout(timer)
    },
  }
}

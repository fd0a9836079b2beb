// Questions and raised hands, read again when the room says that they have changed.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LectureQuestion, RaisedHand } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { api } from '../../session/api.ts'

/** Pages wait for a random time, so that thousands of them do not read at once. */
const maxDelayMs = 1_500

/** Delays `work`, and runs it once for several calls. */
export function createDelayed(work: () => void): { run: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    run() {
      timer ??= setTimeout(() => {
        timer = undefined
        work()
      }, Math.random() * maxDelayMs)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

const ignoreFailure = (error: unknown): void => {
  // the list is read again with the next change
  if (!(error instanceof Failure)) throw error
}

export function useLiveLists(id: number, initial: readonly LectureQuestion[], isModerator: boolean) {
  const [questions, setQuestions] = useState(initial)
  const [hands, setHands] = useState<readonly RaisedHand[]>([])
  const readQuestions = useCallback(
    () => void api('GET /lecture/questions', { id }).then(({ content }) => setQuestions(content), ignoreFailure),
    [id],
  )
  const readHands = useCallback(
    () => void api('GET /lecture/hands', { id }).then(({ content }) => setHands(content), ignoreFailure),
    [id],
  )
  const later = useMemo(() => createDelayed(readQuestions), [readQuestions])
  useEffect(() => later.cancel, [later])
  useEffect(() => {
    if (!isModerator) return
    readHands()
    readQuestions()
  }, [isModerator, readHands, readQuestions])
  return { questions, hands: isModerator ? hands : [], readQuestions, readHands, readQuestionsLater: later.run }
}

// Questions and raised hands, read again when the room says that they have changed.
import { useEffect, useMemo, useState } from 'react'
import type { Lecture, LectureQuestion, RaisedHand, RoomMute } from '@xinqiao/contract/http/lectures/lectures.ts'
import { api } from '../../../session/api.ts'
import { createRetryingReader } from '../../live-read.ts'

/** @param phase of the lecture, whose end lowers the hands */
export function useQuestionsAndHands(
  { id, phase }: Pick<Lecture, 'id' | 'phase'>,
  initial: readonly LectureQuestion[],
  isModerator: boolean,
) {
  const [questions, setQuestions] = useState(initial)
  const [hands, setHands] = useState<readonly RaisedHand[]>([])
  const [mutes, setMutes] = useState<readonly RoomMute[]>([])
  const questionRead = useMemo(
    () =>
      createRetryingReader(
        () => api('GET /lecture/questions', { id }),
        ({ content }) => setQuestions(content),
      ),
    [id],
  )
  const handRead = useMemo(
    () =>
      createRetryingReader(
        () => api('GET /lecture/hands', { id }),
        ({ content, mutes: running }) => {
          setHands(content)
          setMutes(running)
        },
      ),
    [id],
  )
  const [dangers, setDangers] = useState<readonly string[]>([])
  const dangerRead = useMemo(
    () =>
      createRetryingReader(
        () => api('GET /lecture/dangers', { id }),
        ({ content }) => setDangers(content),
      ),
    [id],
  )
  useEffect(() => questionRead.cancel, [questionRead])
  useEffect(() => {
    if (!isModerator) return undefined
    handRead.now()
    questionRead.now()
    dangerRead.now()
    return () => {
      handRead.cancel()
      dangerRead.cancel()
    }
  }, [isModerator, handRead, questionRead, dangerRead])
  useEffect(() => {
    if (isModerator && phase === 'over') handRead.later()
  }, [isModerator, phase, handRead])
  return {
    // the page of a former moderator still holds waiting questions of others, which ordinary visitors must not see
    questions: isModerator ? questions : questions.filter(({ isOwn, state }) => isOwn || state === 'answered'),
    hands: isModerator ? hands : [],
    /** Temporary mutes of the room, for moderators. */
    mutes: isModerator ? mutes : [],
    /** Client ids of messages that sound like danger, for moderators. */
    dangers: isModerator ? dangers : [],
    readDangersNow: () => isModerator && dangerRead.now(),
    readQuestions: questionRead.now,
    readHands: handRead.now,
    readQuestionsLater: questionRead.later,
    readHandsLater: handRead.later,
  }
}

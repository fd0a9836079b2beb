// A question's state in words, and its written answer.
import type { LectureQuestion } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureQuestionStates } from '@xinqiao/contract/lectures.ts'

/** An answered question without a text was answered in the stream. */
export const describeQuestionState = ({ state, answer }: Pick<LectureQuestion, 'state' | 'answer'>): string =>
  state === 'answered' && answer === '' ? '已在直播中回答' : lectureQuestionStates[state]

export const AnswerText = ({ state, answer }: Pick<LectureQuestion, 'state' | 'answer'>) =>
  answer === '' ? null : (
    <p className="rounded-lg bg-tint px-3 py-2 text-compact break-words whitespace-pre-line text-ink">
      <strong className="font-semibold text-brand-deep">
        {state === 'answered' ? '主持人的回答：' : '只有主持人看到，写过的回答：'}
      </strong>
      {answer}
    </p>
  )

// Beside a replay: the chat in step with the video, and the answered questions.
import { type RefObject } from 'react'
import type { LectureQuestion } from '@xinqiao/contract/http/lectures/lectures.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import { ChatLog } from '../room/chat/ChatLog.tsx'
import { AnswerText } from '../room/questions/AnswerText.tsx'
import { useReplayChat } from './use-replay-chat.ts'

type ReplayPanelProps = {
  id: number
  video: RefObject<HTMLVideoElement | null>
  questions: readonly LectureQuestion[]
}

export function ReplayPanel({ id, video, questions }: ReplayPanelProps) {
  const { lines, hasBegun } = useReplayChat(video, id)
  const answeredQuestions = questions.filter(({ state }) => state === 'answered')
  return (
    <div className="grid gap-4">
      <Card
        as="section"
        labelledBy="replay-title"
        className="flex h-[20rem] max-h-[70dvh] lg:h-[28rem] flex-col overflow-hidden"
      >
        <h2 id="replay-title" className="border-b border-line px-4 py-2.5 font-bold text-ink">
          当时的聊天
        </h2>
        <ChatLog
          lines={lines}
          empty={hasBegun ? '到这里还没有人说话' : '播放后，当时的聊天会随画面出现'}
          label="回放的聊天"
        />
      </Card>
      {answeredQuestions.length > 0 && (
        <Card as="section" labelledBy="answered-title" className="p-4">
          <h2 id="answered-title" className="font-bold text-ink">
            回答过的问题
          </h2>
          <ul className="mt-2 grid list-disc gap-1.5 pl-5">
            {answeredQuestions.map((question) => (
              <li key={question.id}>
                {withoutDirectionControls(question.text)}
                <AnswerText {...question} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}

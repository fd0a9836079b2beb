// Questions to the speaker: ask one, read the answered ones, and for moderators the queue.
import { useState, type ReactNode } from 'react'
import type { LectureQuestion } from '@xinqiao/contract/http/lectures/lectures.ts'
import { lectureLimits, type LectureQuestionState } from '@xinqiao/contract/lectures.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { DraftHelpCard } from '../../../crisis/DraftHelpCard.tsx'
import { CountedField } from '../../../forms/CountedField.tsx'
import { SubmitButton } from '../../../forms/SubmitButton.tsx'
import { useFormDraft } from '../../../forms/use-draft.ts'
import { findEmptyFields, useForm } from '../../../forms/use-form.ts'
import { replies } from '../../../session/api.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { AnswerText, describeQuestionState } from './AnswerText.tsx'
import { DangerHint } from '../chat/DangerHint.tsx'
import type { RunModeratorCommand } from '../moderation/use-moderation.ts'

type AskFormProps = { id: number; name: string; isMuted: boolean; onAsked: () => void }

function AskForm({ id, name, isMuted, onAsked }: AskFormProps) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { text: '请输入问题' }),
    async send({ text = '' }) {
      const { msg } = await replies('POST /lecture/ask', { id, text })
      draft.discard()
      form.formProps.ref.current?.reset()
      // the button, which is disabled while the request runs, has lost the focus
      form.formProps.ref.current?.querySelector('textarea')?.focus()
      showToast(msg)
      onAsked()
    },
  })
  const [wasMuted, setWasMuted] = useState(isMuted)
  if (isMuted !== wasMuted) {
    setWasMuted(isMuted)
    // a refusal because of the mute is no longer true
    form.setMessage(null)
  }
  const draft = useFormDraft(`lecture ${id}`, form.formProps.ref, ['text'])
  return (
    <form {...form.formProps} className="grid gap-3">
      <CountedField
        name="text"
        label="我的问题"
        maxLength={lectureLimits.questionLength}
        rows={2}
        error={form.errors['text']}
      />
      <DraftHelpCard note="问题可以照常提交。" />
      {/* above the explanation, because a phone shows only a few lines of this panel */}
      <SubmitButton
        form={form}
        label="提交问题"
        busyLabel="正在提交…"
        isResting={isMuted}
        className="justify-self-start"
      />
      <p className="text-sm text-muted">
        主持人先看到，可以在直播中回答，也可以在这里写下回答。回答以后，所有能看这场讲座的人都会看到这个问题和您的名字
        {name !== '' && `“${name}”`}。
      </p>
    </form>
  )
}

const nextStates: Record<LectureQuestionState, readonly (readonly [state: LectureQuestionState, label: string])[]> = {
  waiting: [
    ['answered', '标为已在直播中回答'],
    ['shelved', '搁置'],
  ],
  answered: [['waiting', '重新等待']],
  shelved: [['waiting', '重新等待']],
}

/** A question that sounds like danger is not published. */
const listNextStates = ({ state, hasDanger }: LectureQuestion) =>
  nextStates[state].filter(([next]) => !(hasDanger && next === 'answered'))

type QuestionsProps = {
  id: number
  questions: readonly LectureQuestion[]
  isModerator: boolean
  /** Null for a visitor, who signs in first, and while no questions are accepted. */
  ask: { canAsk: boolean; onSignIn: () => void } | null
  onChange: () => void
  /** The reader's name in this lecture; empty while it is unknown. */
  name: string
  /** The line with the reader's name in this lecture. */
  ownName: ReactNode
  moderate: RunModeratorCommand
  /** Why the reader may not ask; false without a reason. */
  note: ReactNode
  /** True for a reader whose mute has not ended. */
  isMuted: boolean
}

export function Questions(props: QuestionsProps) {
  const { id, questions, isModerator, ask, onChange, name, ownName, moderate } = props
  /** The question whose answer the moderator is writing. */
  const [openId, setOpenId] = useState<number | null>(null)
  const settle = ({ id: questionId, state: from }: LectureQuestion, state: LectureQuestionState) =>
    // a refusal shows what another moderator has just done
    moderate(() => replies('POST /lecture/settleQuestion', { id: questionId, state, from }).finally(onChange))
  return (
    <div className="grid min-h-40 flex-1 content-start gap-4 overflow-y-auto px-4 py-3 contain-size">
      {props.note}
      {ask &&
        (ask.canAsk ? (
          <div className="grid gap-2">
            {ownName}
            <AskForm {...{ id, name }} isMuted={props.isMuted} onAsked={onChange} />
          </div>
        ) : (
          <Button look="ghost" className="justify-self-start" onClick={ask.onSignIn}>
            登录后提问
          </Button>
        ))}
      {questions.length === 0 ? (
        <p className="py-4 text-center text-muted">还没有问题</p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {questions.map((question) => (
            <li key={question.id} className="grid gap-1.5 py-3">
              <p className="text-sm text-muted">
                {question.isOwn ? '我' : question.name}
                <span className="ml-2 font-semibold text-brand-deep">{describeQuestionState(question)}</span>
              </p>
              <p className="text-ink">{withoutDirectionControls(question.text)}</p>
              <AnswerText {...question} />
              {question.hasDanger &&
                (isModerator ? (
                  <DangerHint>这条提问听起来有危险，值班人员已收到提醒。它不会公开，请不要在这里追问。</DangerHint>
                ) : (
                  <p className="text-sm text-warm-deep">
                    这条提问只有您、主持人和值班人员看得到，不会公开，也可能不在这里回答。现在想和人说说，请拨打心理援助热线12356；想问别的，可以再提一个问题。
                  </p>
                ))}
              {isModerator &&
                (openId === question.id ? (
                  <AnswerForm {...{ id, question, moderate, onChange }} onClose={() => setOpenId(null)} />
                ) : (
                  <div className="flex flex-wrap gap-2">
                    {!question.hasDanger && <AnswerButton question={question} onClick={() => setOpenId(question.id)} />}
                    {listNextStates(question).map(([state, label]) => (
                      <Button
                        key={state}
                        look="ghost"
                        aria-label={`${label}：${question.text}`}
                        onClick={() => void settle(question, state)}
                      >
                        {label}
                      </Button>
                    ))}
                  </div>
                ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AnswerButton({ question: { answer, text }, onClick }: { question: LectureQuestion; onClick: () => void }) {
  const label = answer === '' ? '写回答' : '改回答'
  return (
    <Button aria-label={`${label}：${text}`} onClick={onClick}>
      {label}
    </Button>
  )
}

// The field in which a moderator writes the answer to a question, or changes it.
import { useState } from 'react'
import type { LectureQuestion } from '@xinqiao/contract/http/lectures/lectures.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { lectureLimits } from '@xinqiao/contract/lectures.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { CountedField } from '../../../forms/CountedField.tsx'
import { SubmitButton } from '../../../forms/SubmitButton.tsx'
import { useFormDraft } from '../../../forms/use-draft.ts'
import { findEmptyFields, useForm } from '../../../forms/use-form.ts'
import { replies } from '../../../session/api.ts'
import { describeQuestionState } from './AnswerText.tsx'
import type { RunModeratorCommand } from '../moderation/use-moderation.ts'

type AnswerFormProps = {
  /** Id of the lecture. */
  id: number
  question: LectureQuestion
  moderate: RunModeratorCommand
  onChange: () => void
  onClose: () => void
}

export function AnswerForm({ id, question, moderate, onChange, onClose }: AnswerFormProps) {
  const { id: questionId } = question
  const [{ answer: initial }] = useState(question)
  /** The question as the moderator has seen it. The page reads it again when another moderator answers. */
  const [seenQuestion, setSeenQuestion] = useState(question)
  const isChanged = question.answer !== seenQuestion.answer || question.state !== seenQuestion.state
  const form = useForm({
    check: (values) => findEmptyFields(values, { text: '请输入回答' }),
    async send({ text = '' }) {
      try {
        const { answer: before, state: from } = seenQuestion
        const { msg } = await replies('POST /lecture/answer', { id, questionId, text, before, from })
        draft.discard()
        showToast(msg)
        onClose()
      } catch (error) {
        if (!(error instanceof Failure) || error.reason !== 'notModerator') throw error
        await moderate(() => Promise.reject(error))
      } finally {
        onChange()
      }
    },
  })
  const draft = useFormDraft(`lecture answer ${questionId}`, form.formProps.ref, ['text'])
  const acceptChange = () => {
    setSeenQuestion(question)
    form.setMessage(null)
    // the pressed button, which had the focus, is gone
    form.formProps.ref.current?.querySelector('textarea')?.focus()
  }
  return (
    <form {...form.formProps} aria-label={`回答：${question.text}`} className="grid gap-3">
      {isChanged && !form.isBusy && <ChangeNote question={question} onAccept={acceptChange} />}
      <CountedField
        id={`answer-${questionId}`}
        name="text"
        label="我的回答"
        maxLength={lectureLimits.answerLength}
        rows={3}
        initial={initial}
        error={form.errors['text']}
      />
      <p className="text-sm text-muted">发布后，所有能看这场讲座的人都会看到问题和回答，回放里也有。</p>
      <div className="flex flex-wrap items-start gap-3">
        <SubmitButton form={form} label="发布回答" busyLabel="正在发布…" />
        <Button look="ghost" onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  )
}

const ChangeNote = ({ question, onAccept }: { question: LectureQuestion; onAccept: () => void }) => (
  <div role="alert" className="grid gap-2 rounded-lg bg-warm-tint px-3 py-2 text-sm text-warm-deep">
    <p>
      刚才已有别人处理：{describeQuestionState(question)}。请先看一看；您写的还在下面，看过以后再发布，就以您写的为准。
    </p>
    <Button look="ghost" className="justify-self-start" onClick={onAccept}>
      看过了
    </Button>
  </div>
)

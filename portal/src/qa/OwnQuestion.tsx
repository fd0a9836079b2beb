// Actions on the caller's question: edit, delete, appeal.
import { useState } from 'react'
import type { Question } from '@xinqiao/contract/http/qa/questions.ts'
import { maxInContent, maxInTitle } from '@xinqiao/contract/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../session/api.ts'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'
import { CountedField } from '../forms/CountedField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useForm } from '../forms/use-form.ts'
import { AppealForm } from './AppealForm.tsx'
import { checkQuestion } from './check-question.ts'
import { questionListHref, questionHref } from './question-addresses.ts'

export function OwnQuestion({ question }: { question: Question }) {
  const { id, state } = question
  const [part, setPart] = useState<'edit' | 'appeal' | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, run } = useExclusiveTask()
  const removeQuestion = () =>
    run(async () => {
      const { msg } = await replies('DELETE /problem', { id })
      toastOnNextPage(msg)
      location.assign(questionListHref({ tab: 'recommendedQuestions', own: true }))
    })
  const toggle = (which: 'edit' | 'appeal') => setPart(part === which ? null : which)
  if (state === 'removed' || state === 'merged') return null
  return (
    <div className="mt-3 border-t border-line pt-3">
      <div className="-ml-2 flex flex-wrap gap-1">
        <Button look="plain" aria-expanded={part === 'edit'} onClick={() => toggle('edit')}>
          {part === 'edit' ? '放弃修改' : '修改提问'}
        </Button>
        {state === 'refused' && (
          <Button look="plain" aria-expanded={part === 'appeal'} onClick={() => toggle('appeal')}>
            申诉
          </Button>
        )}
        <Button look="plain" onClick={() => setConfirming(true)}>
          删除提问
        </Button>
      </div>
      {part === 'edit' && <EditQuestionForm question={question} />}
      {part === 'appeal' && <AppealForm problemId={id} />}
      {isConfirming && (
        <Dialog title="删除提问" onClose={() => setConfirming(false)}>
          <p>确定删除这个提问吗？删除后其他人将无法看到它和它的回答。</p>
          <div className="mt-5 flex justify-end gap-3">
            <Button look="ghost" onClick={() => setConfirming(false)}>
              取消
            </Button>
            <Button busy={isBusy} busyText="正在删除…" onClick={removeQuestion}>
              删除
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  )
}

function EditQuestionForm({ question }: { question: Question }) {
  const form = useForm({
    check: checkQuestion,
    async send({ title = '', content = '' }) {
      const tagIds = question.tagList.map((tag) => tag.id)
      const { data, msg } = await replies('PUT /problem', { id: question.id, title, content, tagIds })
      toastOnNextPage(data.state === 'held' ? '修改已提交，审核通过后显示' : msg)
      location.assign(questionHref(question.id))
    },
  })
  return (
    <form {...form.formProps} className="mt-3 grid gap-3 rounded-card bg-page p-4">
      <CountedField
        id="own-title"
        name="title"
        label="标题"
        maxLength={maxInTitle}
        initial={question.title}
        error={form.errors['title']}
      />
      <CountedField
        id="own-content"
        name="content"
        label="内容"
        maxLength={maxInContent}
        rows={5}
        initial={question.content}
        error={form.errors['content']}
      />
      <DraftHelpCard />
      <SubmitButton form={form} label="保存修改" busyLabel="正在保存…" className="justify-self-start" />
    </form>
  )
}

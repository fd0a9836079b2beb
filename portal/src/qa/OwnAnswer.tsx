// Actions on an own answer: edit, delete, appeal.
import { useId, useState } from 'react'
import type { Answer } from '@xinqiao/contract/http/qa/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../accounts/api.ts'
import { useActing } from './acting.ts'
import { AppealForm, boxed } from './AppealForm.tsx'
import { questionHref } from './asking.ts'

export function OwnAnswer({ answer }: { answer: Answer }) {
  const { id, problemId, state } = answer
  const [part, setPart] = useState<'edit' | 'appeal' | 'remove' | null>(null)
  const { act } = useActing(true)
  const remove = () =>
    act(async () => {
      const { msg } = await replies('DELETE /problemAnswer', { id })
      toastOnNextPage(msg)
      location.assign(questionHref(problemId))
    })
  const toggle = (which: 'edit' | 'appeal') => setPart(part === which ? null : which)
  if (state === 'removed') return null
  return (
    <div className="mt-2">
      <div className="-ml-2 flex flex-wrap gap-1">
        <Button look="plain" aria-expanded={part === 'edit'} onClick={() => toggle('edit')}>
          {part === 'edit' ? '放弃修改' : '修改回答'}
        </Button>
        {state === 'refused' && (
          <Button look="plain" aria-expanded={part === 'appeal'} onClick={() => toggle('appeal')}>
            申诉
          </Button>
        )}
        <Button look="plain" onClick={() => setPart('remove')}>
          删除回答
        </Button>
      </div>
      {part === 'edit' && <EditAnswerForm answer={answer} />}
      {part === 'appeal' && <AppealForm problemId={problemId} problemAnswerId={id} />}
      {part === 'remove' && (
        <Confirm
          title="删除回答"
          text="确定删除这个回答吗？删除后其他人将无法看到它。"
          yes="删除"
          no="取消"
          onYes={remove}
          onNo={() => setPart(null)}
        />
      )}
    </div>
  )
}

function EditAnswerForm({ answer }: { answer: Answer }) {
  const name = useId()
  const [content, setContent] = useState(answer.content)
  const [error, setError] = useState<string>()
  const { isBusy, act } = useActing(true)
  const save = () => {
    const isEmpty = content.trim() === ''
    setError(isEmpty ? '请填写您的回答' : undefined)
    if (isEmpty) return
    void act(async () => {
      const { data, msg } = await replies('PUT /problemAnswer', { id: answer.id, content })
      toastOnNextPage(data.state === 'held' ? '修改已提交，审核通过后显示' : msg)
      location.assign(questionHref(answer.problemId))
    })
  }
  return (
    <div className="mt-3 grid gap-3 rounded-card bg-page p-4">
      <label className="block text-compact font-semibold text-ink">
        您的回答
        <textarea
          value={content}
          maxLength={2000}
          rows={6}
          aria-describedby={name}
          onChange={(event) => setContent(event.target.value)}
          className={`mt-1.5 font-normal ${boxed}`}
        />
        <FieldError id={name} error={error} />
      </label>
      <Button className="justify-self-start" busy={isBusy} busyText="正在保存…" onClick={save}>
        保存修改
      </Button>
    </div>
  )
}

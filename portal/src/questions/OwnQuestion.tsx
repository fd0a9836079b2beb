// What an asker may do with a question of their own: change it, take it away, appeal.
import { useId, useRef, useState } from 'react'
import type { Question } from '@xinqiao/contract/http/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../accounts/api.ts'
import { useActing } from './acting.ts'
import { AppealForm, boxed } from './AppealForm.tsx'
import { listHref, questionHref } from './asking.ts'

export function OwnQuestion({ question }: { question: Question }) {
  const { id, state } = question
  const [part, setPart] = useState<'edit' | 'appeal' | null>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const { isBusy, act } = useActing(true)
  const remove = () =>
    act(async () => {
      const { msg } = await replies('DELETE /problem', { id })
      toastOnNextPage(msg)
      location.assign(listHref({ type: 3, own: true }))
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
        <Button look="plain" onClick={() => dialog.current?.showModal()}>
          删除提问
        </Button>
      </div>
      {part === 'edit' && <EditForm question={question} />}
      {part === 'appeal' && <AppealForm problemId={id} />}
      <dialog
        ref={dialog}
        aria-label="删除提问"
        className="m-auto w-[min(24rem,calc(100%-2rem))] rounded-card bg-surface p-6 text-text shadow-raised backdrop:bg-night/40"
      >
        <p>确定删除这个提问吗？删除后其他人将无法看到它和它的回答。</p>
        <div className="mt-5 flex justify-end gap-3">
          <Button look="ghost" onClick={() => dialog.current?.close()}>
            取消
          </Button>
          <Button busy={isBusy} busyText="正在删除…" onClick={remove}>
            删除
          </Button>
        </div>
      </dialog>
    </div>
  )
}

function EditForm({ question }: { question: Question }) {
  const name = useId()
  const [title, setTitle] = useState(question.title)
  const [content, setContent] = useState(question.content)
  const [errors, setErrors] = useState<{ title?: string; content?: string }>({})
  const { isBusy, act } = useActing(true)
  const save = () => {
    const found = {
      ...(title.trim() === '' && { title: '请输入标题' }),
      ...(content.trim() === '' && { content: '请输入内容' }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    void act(async () => {
      const tagIds = question.tagList.map((tag) => tag.id)
      const { data, msg } = await replies('PUT /problem', { id: question.id, title, content, tagIds })
      toastOnNextPage(data.state === 'held' ? '修改已提交，审核通过后显示' : msg)
      location.assign(questionHref(question.id))
    })
  }
  return (
    <div className="mt-3 grid gap-3 rounded-card bg-page p-4">
      <label className="block text-[0.9375rem] font-semibold text-ink">
        标题
        <input
          value={title}
          maxLength={60}
          aria-describedby={`${name}-title`}
          onChange={(event) => setTitle(event.target.value)}
          className={`mt-1.5 font-normal ${boxed}`}
        />
        <FieldError id={`${name}-title`} error={errors.title} />
      </label>
      <label className="block text-[0.9375rem] font-semibold text-ink">
        内容
        <textarea
          value={content}
          maxLength={200}
          rows={5}
          aria-describedby={`${name}-content`}
          onChange={(event) => setContent(event.target.value)}
          className={`mt-1.5 font-normal ${boxed}`}
        />
        <FieldError id={`${name}-content`} error={errors.content} />
      </label>
      <Button className="justify-self-start" busy={isBusy} busyText="正在保存…" onClick={save}>
        保存修改
      </Button>
    </div>
  )
}

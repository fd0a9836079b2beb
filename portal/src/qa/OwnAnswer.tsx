// Actions on the caller's answer: edit, delete, appeal.
import { useState } from 'react'
import type { Answer } from '@xinqiao/contract/http/qa/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { replies } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { AppealForm } from './AppealForm.tsx'
import { questionHref } from './question-addresses.ts'
import { TextForm } from './TextForm.tsx'

export function OwnAnswer({ answer }: { answer: Answer }) {
  const { id, problemId, state } = answer
  const [part, setPart] = useState<'edit' | 'appeal' | 'remove' | null>(null)
  const { run } = useExclusiveTask()
  const removeAnswer = () =>
    run(async () => {
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
          onYes={removeAnswer}
          onNo={() => setPart(null)}
        />
      )}
    </div>
  )
}

function EditAnswerForm({ answer }: { answer: Answer }) {
  const save = async (content: string) => {
    const { data, msg } = await replies('PUT /problemAnswer', { id: answer.id, content })
    toastOnNextPage(data.state === 'held' ? '修改已提交，审核通过后显示' : msg)
    location.assign(questionHref(answer.problemId))
  }
  return (
    <TextForm
      label="您的回答"
      initial={answer.content}
      rows={6}
      maxLength={2000}
      missingMessage="请填写您的回答"
      button="保存修改"
      busyText="正在保存…"
      send={save}
    />
  )
}

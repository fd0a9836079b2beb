// The built-in common questions of the guide, read-only, with a switch that leaves one out.
import { App, Input, Switch } from 'antd'
import { useState } from 'react'
import type { BuiltInQuestion } from '@xinqiao/contract/http/chat/site-guide.ts'
import { useAction } from '../kit/api/hooks.ts'
import { EmptyList } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'

type BuiltInQuestionsProps = { questions: readonly BuiltInQuestion[]; onChanged: () => void }

export function BuiltInQuestions({ questions, onChanged }: BuiltInQuestionsProps) {
  const { message } = App.useApp()
  const [key, setKey] = useState('')
  const [change, isBusy] = useAction(async (title: string, isHidden: boolean) => {
    await api('PUT /admin/guide/builtIn', { title, isHidden })
    message.success(isHidden ? '不再回答' : '已恢复回答')
    onChanged()
  })
  const shown = questions.filter(({ title, answer }) => `${title}\n${answer}`.includes(key.trim()))
  return (
    <section className="panel">
      <p className="hint hint-above">
        答案随网站更新，不能修改。要换一种答法时，在“自己的常见问题”里添加同样的问题，就由自己的答案代替；关系到安全的始终回答。
      </p>
      <Input
        allowClear
        aria-label="查找自带的问题"
        placeholder="查找自带的问题"
        className="guide-find"
        onChange={(event) => setKey(event.target.value)}
      />
      {shown.length === 0 && <EmptyList message="没有找到这个问题" />}
      <ul className="guide-built-in">
        {shown.map(({ title, answer, isHidden, isAlways }) => (
          <li key={title}>
            <div>
              <strong>{title}</strong>
              <p className="hint">{answer}</p>
            </div>
            {isAlways ? (
              <span className="hint">始终回答</span>
            ) : (
              <Switch
                checked={!isHidden}
                disabled={isBusy}
                checkedChildren="回答"
                unCheckedChildren="不再回答"
                aria-label={`回答“${title}”`}
                onChange={(isAnswered) => void change(title, !isAnswered)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

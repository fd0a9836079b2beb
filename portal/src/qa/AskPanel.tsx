// Ask panel: opens only for signed-in users, and is cleared after a success (portal.md 4).
import { useRef, useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Domain } from '@xinqiao/contract/http/qa/questions.ts'
import { maxInContent, maxInTitle } from '@xinqiao/contract/questions.ts'
import { FieldError } from '@xinqiao/ui/Field.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api, replies } from '../session/api.ts'
import { crisisLevelOfRefusal } from '../crisis/WriterHelpCard.tsx'
import { DraftHelpCard } from '../crisis/DraftHelpCard.tsx'
import { useFormDraft } from '../forms/use-draft.ts'
import { CountedField } from '../forms/CountedField.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { useForm, type FormValues } from '../forms/use-form.ts'
import { checkQuestion } from './check-question.ts'

type AskPanelProps = { domains: readonly Domain[]; onCrisis: (level: CrisisLevel, isHeld: boolean) => void }

type TagsFieldProps = {
  domains: readonly Domain[]
  tags: readonly number[]
  error: string | undefined
  onChoose: (id: number) => void
}
const TagsField = ({ domains, tags, error, onChoose }: TagsFieldProps) => (
  <fieldset>
    <legend className="mb-1.5 text-compact font-semibold text-ink">
      问题标签
      <span className="ml-1 text-danger" aria-hidden="true">
        *
      </span>
      <span className="ml-2 text-sm font-normal text-muted">最多5个</span>
    </legend>
    <div className="flex flex-wrap gap-2" data-invalid={error ? '' : undefined} tabIndex={-1}>
      {domains.map(({ id, domain }) => (
        <button
          key={id}
          type="button"
          aria-pressed={tags.includes(id)}
          onClick={() => onChoose(id)}
          className="min-h-10 rounded-full border border-control px-4 text-compact text-ink hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-white"
        >
          {domain}
        </button>
      ))}
    </div>
    <FieldError id="field-tagIds-error" error={error} />
  </fieldset>
)

export function AskPanel({ domains, onCrisis }: AskPanelProps) {
  const [tags, setTags] = useState<readonly number[]>([])
  const box = useRef<HTMLDivElement>(null)
  const form = useForm({
    check: (values: FormValues) => ({
      ...checkQuestion(values),
      ...(tags.length === 0 && { tagIds: '请选择问题标签' }),
    }),
    fieldOf: {},
    async send({ title = '', content = '', anonymous }) {
      try {
        const question = { title, content, tagIds: [...tags], anonymous: anonymous === 'on' ? 1 : 2 }
        const { data, msg } = await replies('POST /problem/add', question)
        clearAll()
        if (data.care) onCrisis(data.care, data.state === 'held')
        showToast(data.state === 'held' ? '您的提问已收到，审核通过后显示' : msg)
      } catch (error) {
        const level = crisisLevelOfRefusal(error)
        if (level) onCrisis(level, false)
        throw error
      }
    },
  })
  /** Stores the tags that buttons choose in a hidden field, so that the draft contains them. */
  const putTags = (next: readonly number[]) => {
    setTags(next)
    const field = box.current?.querySelector<HTMLInputElement>('[name=tagIds]')
    if (!field) return
    field.value = next.join(',')
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  const draft = useFormDraft('question', form.formProps.ref, ['title', 'content', 'anonymous', 'tagIds'], (values) => {
    const ids = (values['tagIds'] ?? '').split(',').map(Number)
    putTags(ids.filter((id) => domains.some((item) => item.id === id)))
  })
  const clearAll = () => {
    box.current?.querySelector('form')?.reset()
    putTags([])
    draft.discard()
  }
  const toggleDomain = (id: number) => {
    const isChosen = tags.includes(id)
    putTags(isChosen ? tags.filter((tag) => tag !== id) : [...tags, id].slice(-5))
    form.clear('tagIds')
    // not awaited, because it is only a statistic
    if (!isChosen) api('POST /problemTag/click', { id }).catch(() => null)
  }
  /** portal.md 5: missing values are reported on blur, but only after the press that caused the blur. */
  const checkAfterBlur = (name: 'title' | 'content', value: string) => {
    if (value.trim() !== '') return
    setTimeout(
      () => form.setErrors((before) => ({ ...before, [name]: name === 'title' ? '请输入标题' : '请输入内容' })),
      200,
    )
  }
  return (
    <div ref={box} className="rounded-card border border-brand-line bg-surface p-5 sm:p-6">
      <h2 className="text-xl font-bold text-ink">我要提问</h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        问题由协会的咨询师公开回答。请不要写出姓名、电话、学校等可以认出您的内容；情况紧急请直接拨打 12356。
      </p>
      {draft.isBack && (
        <output className="mb-3 block rounded-lg bg-tint px-3 py-1.5 text-sm text-brand-deep">
          已恢复您上次没有发布的内容
          <button type="button" onClick={clearAll} className="ml-3 min-h-9 underline">
            清空
          </button>
        </output>
      )}
      <form {...form.formProps} className="grid gap-4">
        {/* with type hidden, every render would reset the value to the attribute */}
        <input type="text" hidden name="tagIds" defaultValue="" />
        <CountedField
          name="title"
          label="标题"
          maxLength={maxInTitle}
          placeholder="一句话说清您的困扰（5–60字）"
          error={form.errors['title']}
          onBlur={(event) => checkAfterBlur('title', event.target.value)}
        />
        <CountedField
          name="content"
          label="内容"
          maxLength={maxInContent}
          rows={5}
          placeholder="发生了什么、持续了多久、您希望得到怎样的帮助（5–200字）"
          error={form.errors['content']}
          onBlur={(event) => checkAfterBlur('content', event.target.value)}
        />
        <DraftHelpCard note="您的提问可以照常发布，咨询师会看到。" />
        <TagsField domains={domains} tags={tags} error={form.errors['tagIds']} onChoose={toggleDomain} />
        <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-ink">
          <input type="checkbox" name="anonymous" className="size-4.5 accent-brand" />
          匿名提问（不显示昵称与头像，咨询师也看不到您是谁）
        </label>
        <SubmitButton form={form} label="发布" busyLabel="正在发布…" className="justify-self-start px-10" />
      </form>
    </div>
  )
}

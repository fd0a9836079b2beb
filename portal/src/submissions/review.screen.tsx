// The review form of a work: scores by the criteria of its call, or declines the review.
import { useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { OwnReview, ReviewSheet } from '@xinqiao/contract/http/submissions/submissions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { callKinds, reviewStates } from '@xinqiao/contract/submissions.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../forms/use-form.ts'

export type ReviewProps = { list: OwnReview[]; sheet: ReviewSheet | null }

export const Screen = ({ list, sheet }: ReviewProps) =>
  sheet ? <ScoreSheet sheet={sheet} /> : <WorkList list={list} />

const WorkList = ({ list }: { list: readonly OwnReview[] }) => (
  <Card className="px-5 py-5 sm:px-10 sm:py-7">
    {list.length === 0 ? (
      <EmptyState picture="/art/empty.svg" title="目前没有评审任务" text="会务组分配后，会通过站内消息通知您。" />
    ) : (
      <ul className="divide-y divide-line">
        {list.map((item) => (
          <li key={item.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold text-ink">{item.title}</p>
              <p className="text-compact text-muted">
                {callKinds[item.kind].title}，{reviewStates[item.state]}
                {item.total !== null && `，${item.total.toFixed(2)}分`}
              </p>
            </div>
            {item.state !== 'declined' && (
              <ButtonLink href={withQuery(routes.review, { id: item.id })} look="ghost">
                {item.state === 'done' ? '查看评分' : '开始评审'}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    )}
  </Card>
)

const scoreFieldName = (key: string) => `score-${key}`

function ScoreSheet({ sheet }: { sheet: ReviewSheet }) {
  const [isDeclining, setDeclining] = useState(false)
  // the version on the screen, to which the scores refer, even when a new version replaces the text
  const [readSheet, setReadSheet] = useState(sheet)
  const form = useForm({
    check: (values) => ({
      ...findEmptyFields(
        values,
        Object.fromEntries(sheet.criteria.map(({ key, title }) => [scoreFieldName(key), `请为“${title}”打分`])),
      ),
      ...Object.fromEntries(
        sheet.criteria
          .filter(({ key }) => {
            const score = values[scoreFieldName(key)]?.trim()
            return score && !(Number(score) >= 0 && Number(score) <= 100)
          })
          .map(({ key }) => [scoreFieldName(key), '分数为0至100']),
      ),
    }),
    async send(values) {
      const scores = Object.fromEntries(sheet.criteria.map(({ key }) => [key, Number(values[scoreFieldName(key)])]))
      const { id, handedIn } = readSheet
      try {
        await api('POST /review/save', { id, handedIn, scores, comment: values['comment'] ?? '', isDone: true })
      } catch (error) {
        if (error instanceof Failure && error.reason === 'changedMeanwhile')
          setReadSheet(await api('GET /review/sheet', { id }))
        throw error
      }
      toastOnNextPage('评审已提交')
      location.assign(routes.review)
    },
  })
  return (
    <div className="space-y-4 md:space-y-6">
      {readSheet !== sheet && <ReplacedNotice key={readSheet.handedIn} />}
      <ReviewedWork work={readSheet} />
      <Card as="section" labelledBy="scores" className="px-5 py-7 sm:px-10">
        <BlockHeading id="scores">评分</BlockHeading>
        {sheet.mayChange ? (
          <form {...form.formProps} className="mt-5 grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              {sheet.criteria.map(({ key, title, weight }) => (
                <Field
                  key={key}
                  name={scoreFieldName(key)}
                  label={`${title}（权重${weight}%）`}
                  required
                  type="number"
                  inputMode="decimal"
                  min={0}
                  max={100}
                  step="0.5"
                  defaultValue={sheet.scores[key] === undefined ? '' : `${sheet.scores[key]}`}
                  error={form.errors[scoreFieldName(key)]}
                />
              ))}
            </div>
            <TextArea
              name="comment"
              label="评语"
              maxLength={2000}
              defaultValue={sheet.comment}
              error={form.errors['comment']}
            />
            <div className="flex flex-wrap items-center justify-end gap-3">
              <Button look="plain" className="min-h-12" onClick={() => setDeclining(true)}>
                申请回避
              </Button>
              <SubmitButton form={form} label="提交评审" busyLabel="正在提交…" className="px-8" />
            </div>
          </form>
        ) : (
          <div className="mt-5">
            <Notice>{`评审已结束，或作品正由作者修改${sheet.total === null ? '' : `；您的评分为${sheet.total.toFixed(2)}分`}。`}</Notice>
          </div>
        )}
      </Card>
      {isDeclining && <DeclineDialog id={sheet.id} onClose={() => setDeclining(false)} />}
    </div>
  )
}

/** Notice that a new version replaced the text. It is above the new text, where the reviewer continues to read. */
function ReplacedNotice() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1}>
      <Notice tone="warm">
        作者已重新提交，以下是新的内容。您填写的分数和评语仍保留在下方，请阅读后修改，再次提交。
      </Notice>
    </div>
  )
}

const ReviewedWork = ({ work }: { work: Pick<ReviewSheet, 'parts' | 'fileUrl'> }) => (
  <Card className="px-5 py-7 sm:px-10">
    <dl className="space-y-5">
      {work.parts.map((part) => (
        <div key={part.label}>
          <dt className="font-semibold text-brand-deep">{part.label}</dt>
          <dd className="mt-1 break-words whitespace-pre-line">
            {/^https?:\/\//.test(part.text) ? (
              <a
                href={part.text}
                target="_blank"
                rel="noopener noreferrer"
                className="text-brand-deep underline underline-offset-4"
              >
                {part.text}
              </a>
            ) : (
              part.text
            )}
          </dd>
        </div>
      ))}
    </dl>
    {work.fileUrl && (
      <p className="mt-6">
        <ButtonLink href={work.fileUrl} look="ghost">
          <Icon name="download" />
          下载作品
        </ButtonLink>
      </p>
    )}
  </Card>
)

function DeclineDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const form = useForm({
    check: (values) => findEmptyFields(values, { reason: '请填写回避原因' }),
    async send({ reason = '' }) {
      await api('POST /review/decline', { id, reason })
      toastOnNextPage('已回避，会务组会另行分配')
      location.assign(routes.review)
    },
  })
  return (
    <Dialog title="申请回避" onClose={onClose}>
      <form {...form.formProps} className="grid gap-5">
        <TextArea name="reason" label="回避原因" required rows={3} maxLength={200} error={form.errors['reason']} />
        <div className="flex justify-end">
          <SubmitButton form={form} label="确认回避" busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}

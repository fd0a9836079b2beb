// Objections to a result during the notice period, and their outcome.
import { useState } from 'react'
import type { AwardNotice, Objection } from '@xinqiao/contract/http/submissions/submissions.ts'
import { objectionStates } from '@xinqiao/contract/submissions.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { Select } from '@xinqiao/ui/Select.tsx'
import { TextArea } from '@xinqiao/ui/TextArea.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../frame/format-time.ts'
import { api } from '../session/api.ts'
import { redirectToSignIn, signOutIfExpired } from '../session/request-failures.ts'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { findEmptyFields, useForm } from '../forms/use-form.ts'

export type AwardsProps = { notices: readonly AwardNotice[]; objections: readonly Objection[]; isKnown: boolean }

export function Screen({ notices, objections: first, isKnown }: AwardsProps) {
  const [objections, setObjections] = useState(first)
  const [open, setOpen] = useState<AwardNotice | null>(null)
  const startObjection = (notice: AwardNotice) => {
    if (isKnown) return setOpen(notice)
    redirectToSignIn(routes.awards)
  }
  const finishObjection = async () => {
    setOpen(null)
    showToast('异议已提交，会务组将在核实后答复')
    try {
      setObjections(await api('GET /submission/objections', {}))
    } catch (error) {
      if (!signOutIfExpired(error)) showToast('暂时无法更新，请刷新页面', 'bad')
    }
  }
  return (
    <div className="space-y-4 md:space-y-6">
      {notices.map((notice) => (
        <Notice key={notice.id} notice={notice} onObject={() => startObjection(notice)} />
      ))}
      {objections.length > 0 && <OwnObjections objections={objections} />}
      {open && <ObjectionDialog notice={open} onClose={() => setOpen(null)} onDone={finishObjection} />}
    </div>
  )
}

type NoticeProps = { notice: AwardNotice; onObject: () => void }

function Notice({ notice, onObject }: NoticeProps) {
  const state = notice.isFinal ? '已公布' : notice.isRunning ? '公示中' : '公示期满'
  const awards = [...new Set(notice.winners.map((winner) => winner.award))]
  return (
    <Card as="section" labelledBy={`notice-${notice.id}`} className="px-5 py-7 sm:p-10">
      <BlockHeading
        id={`notice-${notice.id}`}
        end={
          <span className="shrink-0 rounded-full bg-tint px-3 py-1 text-sm whitespace-nowrap text-brand-deep">
            {state}
          </span>
        }
      >
        {notice.title}
      </BlockHeading>
      <p className="mt-2 text-compact text-muted">
        公示时间：{formatMinute(notice.from)} 至 {formatMinute(notice.until)}（工作日计算，节假日顺延）
      </p>
      {awards.map((award) => (
        <div key={award} className="mt-5">
          <h3 className="font-bold text-brand-deep">{award}</h3>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {notice.winners
              .filter((winner) => winner.award === award)
              .map((winner) => (
                <li key={winner.id} className="flex flex-wrap gap-x-4 py-3">
                  <span className="min-w-0 flex-1 basis-52 font-semibold text-ink">{winner.work || winner.holder}</span>
                  {winner.work && <span className="text-muted">{winner.holder}</span>}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {notice.isRunning && (
        <div className="mt-6 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button look="ghost" onClick={onObject} aria-label={`提出异议：${notice.title}`}>
            提出异议
          </Button>
          <p className="min-w-0 flex-1 basis-52 text-compact text-muted">
            对结果有异议的，请在公示期内实名提出并写明依据；身份仅供核实，不对外公开。
          </p>
        </div>
      )}
    </Card>
  )
}

const OwnObjections = ({ objections }: { objections: readonly Objection[] }) => (
  <Card as="section" labelledBy="objections" className="px-5 py-7 sm:p-10">
    <BlockHeading id="objections">我提出的异议</BlockHeading>
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {objections.map((item) => (
        <li key={item.id} className="py-4">
          <p className="font-semibold text-ink">{item.work || item.callTitle}</p>
          <p className="mt-1 break-words whitespace-pre-line">{item.text}</p>
          <p className="mt-1 text-compact text-muted">
            {formatMinute(item.time)}，{objectionStates[item.state]}
          </p>
          {item.answer && <p className="mt-1 text-compact text-brand-deep">答复：{item.answer}</p>}
        </li>
      ))}
    </ul>
  </Card>
)

type ObjectionDialogProps = { notice: AwardNotice; onClose: () => void; onDone: () => Promise<void> }

function ObjectionDialog({ notice, onClose, onDone }: ObjectionDialogProps) {
  const form = useForm({
    check: (values) =>
      findEmptyFields(values, { name: '请输入姓名', phone: '请输入联系电话', text: '请写明异议与依据' }),
    async send({ winner = '', name = '', phone = '', text = '' }) {
      const submissionId = winner === '' ? undefined : Number(winner)
      await api('POST /submission/objection', { callId: notice.id, submissionId, name, phone, text })
      await onDone()
    },
  })
  return (
    <Dialog title="提出异议" onClose={onClose} closesLightly={false}>
      <form {...form.formProps} className="grid gap-5">
        <p className="text-compact text-muted">{notice.title}</p>
        <Select
          name="winner"
          label="针对的对象"
          placeholder="整个评选结果"
          options={notice.winners.map((winner) => ({
            value: `${winner.id}`,
            label: [winner.award, winner.work, winner.holder].filter(Boolean).join(' '),
          }))}
          error={form.errors['winner']}
        />
        <TextArea
          name="text"
          label="异议与依据"
          required
          maxLength={1000}
          rows={5}
          error={form.errors['text']}
          hint="请写明事实与可以核实的依据"
        />
        <Field name="name" label="姓名" required maxLength={40} autoComplete="name" error={form.errors['name']} />
        <Field
          name="phone"
          label="联系电话"
          required
          maxLength={20}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          error={form.errors['phone']}
        />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button look="ghost" className="min-h-12" onClick={onClose}>
            取消
          </Button>
          <SubmitButton form={form} label="提交异议" busyLabel="正在提交…" className="px-8" />
        </div>
      </form>
    </Dialog>
  )
}

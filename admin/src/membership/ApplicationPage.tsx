// One application: data masked until revealed with a reason, warnings, notes, and the decision.
import { Alert, App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import {
  applicationSteps,
  applicationWarnings,
  individualFields,
  memberKinds,
  unitFields,
} from '@xinqiao/contract/membership.ts'
import type { StaffApplication } from '@xinqiao/contract/http/membership/applications.ts'
import { requiredTextRules } from '../kit/forms/forms.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { NoteList } from '../kit/lists/NoteList.tsx'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { useAction } from '../kit/api/hooks.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { documentKindOf, previewUrlOf } from '@xinqiao/contract/documents.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { titleOfNextReviewer } from './application-rows.tsx'
import { BranchField } from './BranchField.tsx'
import { DecideApplicationDialog, type PendingDecision } from './DecideApplicationDialog.tsx'
import './membership.css'
import { ApplicationTag } from './tags.tsx'

function NotesPanel({ application, onAdded }: { application: StaffApplication; onAdded: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<{ text: string }>()
  const [add, busy] = useAction(async ({ text }: { text: string }) => {
    await api('POST /admin/memberApplication/note', { id: application.id, text })
    message.success('已记录')
    form.resetFields()
    onAdded()
  })
  return (
    <section className="panel">
      <h2>审核备注</h2>
      <p className="hint">只有审核人员可见</p>
      <NoteList notes={application.notes} className="member-notes" />
      <Form form={form} layout="vertical" onFinish={add}>
        <Form.Item name="text" label="添加备注" rules={requiredTextRules('请填写备注')}>
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Button htmlType="submit" loading={busy}>
          保存备注
        </Button>
      </Form>
    </section>
  )
}

function WarningsAlert({ warnings }: Pick<StaffApplication, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Alert
      className="note-above"
      type="warning"
      showIcon
      title="请核对"
      description={
        <ul>
          {warnings.map((warning) => (
            <li key={warning}>{applicationWarnings[warning]}</li>
          ))}
        </ul>
      }
    />
  )
}

/** Titles of the dialogs for the actions that need a reason, which is audited. */
const askTitles = { form: '查看完整资料', resume: '下载简历', preview: '预览简历' } as const
type RevealedContent = keyof typeof askTitles

const titlesOf = (kind: StaffApplication['kind']): typeof unitFields | typeof individualFields =>
  kind === 'unit' ? unitFields : individualFields

type ContentPanelProps = {
  application: StaffApplication
  /** The form without masks, once it was revealed. */
  full: Record<string, string> | null
  onAsk: (wanted: RevealedContent) => void
  onMoved: () => void
}
function ContentPanel({ application, full, onAsk, onMoved }: ContentPanelProps) {
  const titles = titlesOf(application.kind)
  const form = full ?? application.form
  return (
    <section className="panel">
      <h2>申请内容</h2>
      <p className="member-tags">
        <ApplicationTag state={application.state} />
        {application.state === 'submitted' && <span className="hint">{titleOfNextReviewer(application)}</span>}
        {application.waitingDays !== null && <span className="hint">已等待{application.waitingDays}天</span>}
      </p>
      {application.mayMove && <BranchField application={application} onMoved={onMoved} />}
      <dl className="member-facts">
        {Object.entries(titles)
          .filter(([name]) => name !== 'resumeUrl')
          .map(([name, title]) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{form[name] || '—'}</dd>
            </div>
          ))}
        <div>
          <dt>{titles.resumeUrl}</dt>
          <dd>
            {application.resume ? (
              <>
                {application.resume.name}
                {documentKindOf(application.resume.name) && (
                  <Button type="link" onClick={() => onAsk('preview')}>
                    预览
                  </Button>
                )}
                <Button type="link" onClick={() => onAsk('resume')}>
                  下载
                </Button>
              </>
            ) : (
              '—'
            )}
          </dd>
        </div>
      </dl>
      {!full && <Button onClick={() => onAsk('form')}>查看完整资料</Button>}
    </section>
  )
}

function ProgressPanel({ application }: { application: StaffApplication }) {
  const titles = titlesOf(application.kind)
  return (
    <section className="panel">
      <h2>进度</h2>
      <ol className="member-notes">
        {application.steps.map((step) => (
          <li key={`${step.time} ${step.step}`}>
            <strong>{applicationSteps[step.step]}</strong>
            <span className="hint">
              {' '}
              {step.actor} · {formatMinuteOrDash(step.time)}
            </span>
            {step.reason && <p>{step.reason}</p>}
          </li>
        ))}
      </ol>
      {Object.entries(application.fieldReasons).map(([name, sentence]) => (
        <p key={name}>
          {(titles as Record<string, string>)[name] ?? name}：{sentence}
        </p>
      ))}
      {application.earlier.length > 0 && (
        <p>
          此前的申请：
          {application.earlier.map((item) => (
            <span key={item.id} className="member-earlier">
              <Link to={`/member-applications/${item.id}`}>{formatMinuteOrDash(item.submitTime)}</Link>{' '}
              <ApplicationTag state={item.state} />
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

export function ApplicationPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const loaded = useApi('GET /admin/memberApplication', { id })
  const [full, setFull] = useState<Record<string, string> | null>(null)
  const [openDialog, setOpenDialog] = useState<RevealedContent | null>(null)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  const { data: application, error, reload } = loaded
  if (error)
    return <LoadFailed message={error} onRetry={reload} extra={<Link to="/member-applications">返回列表</Link>} />
  if (!application) return <LoadingView />
  return (
    <>
      <ScreenHead
        title={application.name}
        lead={`${application.levelTitle || memberKinds[application.kind]} · 账号 ${application.username} · 提交于 ${formatMinuteOrDash(application.submitTime)}`}
      >
        {application.mayDecide && (
          <Button
            type="primary"
            size="large"
            onClick={() =>
              setDeciding({
                items: [{ id, version: application.version }],
                names: [application.name],
                kind: application.kind,
              })
            }
          >
            审核
          </Button>
        )}
      </ScreenHead>
      <WarningsAlert warnings={application.warnings} />
      <ContentPanel application={application} full={full} onAsk={setOpenDialog} onMoved={reload} />
      <ProgressPanel application={application} />
      <NotesPanel application={application} onAdded={reload} />
      <ReasonDialog
        title={openDialog && askTitles[openDialog]}
        onClose={() => setOpenDialog(null)}
        onConfirm={async (reason) => {
          if (openDialog === 'form') setFull(await api('POST /admin/memberApplication/reveal', { id, reason }))
          else {
            const { url } = await api('POST /admin/memberApplication/resume', { id, reason })
            if (openDialog === 'resume') location.assign(url)
            // opens the preview in a new tab, so that the application stays visible
            else window.open(previewUrlOf(url), '_blank', 'noopener')
          }
          setOpenDialog(null)
        }}
      />
      <DecideApplicationDialog
        deciding={deciding}
        onClose={() => setDeciding(null)}
        onDone={() => {
          setDeciding(null)
          reload()
        }}
      />
    </>
  )
}

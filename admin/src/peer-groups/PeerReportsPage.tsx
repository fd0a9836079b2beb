// Reports by members of peer groups: the reported message, and what staff did.
import { Button, Form, Input, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffPeerReport } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { peerReportReasons, peerReportStates } from '@xinqiao/contract/peer-groups.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { ReasonButton } from '../kit/forms/ReasonButton.tsx'
import { requiredTextRules, useFormAction } from '../kit/forms/forms.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { chatMuteLabels, muteLabels, unmuteLabels } from './mute-labels.ts'
import { announceReportChange } from './waiting-reports.ts'

type ReportActionProps = { report: StaffPeerReport; onChange: () => void }

const ReportStateTag = ({ state }: Pick<StaffPeerReport, 'state'>) => (
  <ToneTag tone={state === 'open' ? 'bad' : 'calm'}>{peerReportStates[state]}</ToneTag>
)
const GroupLink = ({ report: { groupId, teamId, groupTitle } }: { report: StaffPeerReport }) => {
  if (groupId !== null) return <Link to={`/peer-groups/${groupId}`}>{groupTitle}</Link>
  return teamId === null ? groupTitle : <Link to={`/account-groups/${teamId}`}>{groupTitle}</Link>
}
type NeighbourLinesProps = { lines: StaffPeerReport['neighbours'] }
/** Lines of the group beside the reported one. */
const NeighbourLines = ({ lines }: NeighbourLinesProps) =>
  lines.map(({ alias, text }, at) => (
    <div key={at} className="hint keeps-lines">
      {alias}：{text}
    </div>
  ))
/** The reported picture, which opens in full size. It may be gone by the time at which staff look at it. */
function ReportedPicture({ url }: { url: string }) {
  const [isGone, setGone] = useState(false)
  if (isGone) return <div className="hint">图片已不能打开，可能已被撤回</div>
  return (
    <a href={url} target="_blank" rel="noreferrer" title="查看大图">
      <img className="reported-picture" src={url} alt="被举报的图片" onError={() => setGone(true)} />
    </a>
  )
}

type ChatAccountProps = { account: string | undefined }
/** The chat account beside the name; nothing for groups. */
const ChatAccount = ({ account }: ChatAccountProps) =>
  account === undefined ? null : <div className="hint">聊天账号：{account}</div>

const ReportedText = ({ report }: { report: StaffPeerReport }) => {
  const { reportedAlias, accounts, message, text, pictureUrl, neighbours } = report
  return (
    <>
      <NeighbourLines lines={neighbours.filter(({ isAfter }) => !isAfter)} />
      <div className="keeps-lines">
        {reportedAlias || '（已离开的成员举报，没有指明是谁）'}
        {reportedAlias && (message === null ? '（举报这位成员）' : `：${message}`)}
      </div>
      <ChatAccount account={accounts?.reported} />
      {pictureUrl !== null && <ReportedPicture key={pictureUrl} url={pictureUrl} />}
      <NeighbourLines lines={neighbours.filter(({ isAfter }) => isAfter)} />
      {text && <div className="hint">举报说明：{text}</div>}
    </>
  )
}

/** Mutes the reported person or ends it. Shows nothing for a person who is no member any more. */
function MuteReportedButton({ report: { id, isPrivate, isMuted, reportedAlias }, onChange }: ReportActionProps) {
  if (isMuted === null) return null
  const labels = isMuted ? unmuteLabels : isPrivate ? chatMuteLabels : muteLabels
  return (
    <ReasonButton
      isSmall
      name={`${labels.ok}${reportedAlias}`}
      title={`${labels.ok}：${reportedAlias}`}
      labels={labels}
      onConfirm={async (reason) => {
        await api('POST /admin/peerReport/mute', { id, isMuted: !isMuted, reason })
        onChange()
      }}
    />
  )
}

const removeLabels = {
  ok: '删除消息',
  label: '删除原因',
  note: '所有成员都不再看到这条消息，不能恢复。发送者会看到原因；举报中仍保存文字，图片随之删除。',
  isDanger: true,
}

/** Removes the reported message for all members. Shows nothing once it is gone. */
function RemoveReportedMessageButton({ report: { id, hasMessage, reportedAlias }, onChange }: ReportActionProps) {
  if (!hasMessage) return null
  return (
    <ReasonButton
      isSmall
      name={`删除消息：${reportedAlias}`}
      title={`删除${reportedAlias}的消息`}
      labels={removeLabels}
      onConfirm={async (reason) => {
        await api('POST /admin/peerReport/removeMessage', { id, reason })
        onChange()
      }}
    />
  )
}

export function PeerReportsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', peerReportStates)
  const loaded = useApi('GET /admin/peerReports', { page, size: pageSize, state })
  const [openedReport, setOpenedReport] = useState<StaffPeerReport | null>(null)
  const [form] = Form.useForm<{ outcome: string }>()
  const [handle, busy] = useFormAction(form, async ({ outcome }: { outcome: string }) => {
    if (!openedReport) return
    await api('POST /admin/peerReport/handle', { id: openedReport.id, outcome })
    form.resetFields()
    setOpenedReport(null)
    announceReportChange()
    loaded.reload()
  })
  const renderOutcome = (report: StaffPeerReport) => (
    <div className="button-row">
      {report.state === 'open' ? (
        <Button size="small" onClick={() => setOpenedReport(report)}>
          处理
        </Button>
      ) : (
        <div>{report.outcome}</div>
      )}
      <RemoveReportedMessageButton report={report} onChange={loaded.reload} />
      <MuteReportedButton report={report} onChange={loaded.reload} />
    </div>
  )
  const columns: TableColumnsType<StaffPeerReport> = [
    { title: '小组', key: 'group', width: 140, render: (_, report) => <GroupLink report={report} /> },
    { title: '状态', key: 'state', width: 90, render: (_, report) => <ReportStateTag state={report.state} /> },
    { title: '原因', key: 'reason', width: 160, render: (_, report) => peerReportReasons[report.reason] },
    { title: '被举报的内容', key: 'text', render: (_, report) => <ReportedText report={report} /> },
    {
      title: '举报人',
      key: 'reporter',
      width: 150,
      render: (_, { reporterAlias, accounts }) => (
        <>
          {reporterAlias}
          <ChatAccount account={accounts?.reporter} />
        </>
      ),
    },
    {
      title: '时间',
      key: 'time',
      width: 160,
      className: 'nowrap',
      render: (_, report) => formatMinuteOrDash(report.createTime),
    },
    { title: '处理', key: 'outcome', width: 200, render: (_, report) => renderOutcome(report) },
  ]
  return (
    <>
      <ScreenHead
        title="小组举报"
        lead="小组的举报只显示小组里的称呼，以及被举报的消息前后各两条；好友私聊只显示被举报的消息，以及双方互相看到的称呼和聊天账号；处理结果会通知举报人"
      />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={peerReportStates} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(report) => (
          <>
            <strong>
              <GroupLink report={report} />
            </strong>
            <div className="cards-facts">
              <ReportStateTag state={report.state} />
              <span>{peerReportReasons[report.reason]}</span>
              <span>举报人 {report.reporterAlias}</span>
              <ChatAccount account={report.accounts?.reporter} />
              <span>{formatMinuteOrDash(report.createTime)}</span>
            </div>
            <ReportedText report={report} />
            {report.state === 'handled' && <div className="hint">处理结果：</div>}
            {renderOutcome(report)}
          </>
        )}
        empty={<EmptyList message="没有举报" />}
        unit="条举报"
        minWidth={1080}
      />
      <FormDialog
        form={form}
        open={openedReport !== null}
        title="处理举报"
        okText="确定"
        isBusy={busy}
        onClose={() => setOpenedReport(null)}
        onSend={handle}
      >
        {openedReport && <ReportedText report={openedReport} />}
        <Form.Item name="outcome" label="处理结果" extra="举报人会看到" rules={requiredTextRules('请填写处理结果')}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </FormDialog>
    </>
  )
}

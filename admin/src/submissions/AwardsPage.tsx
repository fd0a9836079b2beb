// Preview of the awards with their reasons; published once, with certificates.
import { Alert, App, Button, Table, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { AwardPreview } from '@xinqiao/contract/http/submissions/staff.ts'
import { appliedKinds, awardLevels, callKinds, type AwardLevel } from '@xinqiao/contract/submissions.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { useNarrow } from '../kit/use-narrow.ts'
import { Link } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { ObjectionsPanel } from './ObjectionsPanel.tsx'
import './submissions.css'

type RankingRow = AwardPreview['ranking'][number]
const AwardTag = ({ award }: Pick<RankingRow, 'award'>) =>
  award ? <Tag>{awardLevels[award as AwardLevel].title}</Tag> : <span>未获奖</span>

const columns: TableColumnsType<RankingRow> = [
  { title: '名次', dataIndex: 'rank', width: 80 },
  { title: '作品', key: 'title', render: (_, row) => <Link to={`/submissions/${row.id}`}>{row.title}</Link> },
  { title: '平均分', key: 'score', width: 110, render: (_, row) => row.score.toFixed(2) },
  { title: '奖级', key: 'award', width: 110, render: (_, row) => <AwardTag award={row.award} /> },
]

/** A phone has no room for all four columns. */
function RankingTable({ rows }: { rows: RankingRow[] }) {
  const isNarrow = useNarrow()
  return (
    <section className="panel">
      <h2>名次</h2>
      {rows.length === 0 ? (
        <EmptyList message="还没有可以排名的作品" />
      ) : isNarrow ? (
        <ul className="cards">
          {rows.map((row) => (
            <li key={row.id}>
              <Link to={`/submissions/${row.id}`}>{row.title}</Link>
              <div className="cards-facts">
                <span>第{row.rank}名</span>
                <span>平均分 {row.score.toFixed(2)}</span>
                <AwardTag award={row.award} />
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Table rowKey="id" columns={columns} dataSource={rows} pagination={false} />
      )}
    </section>
  )
}

const resultStates = { open: '（预览）', closed: '（预览）', noticed: '（公示中）', published: '（已公布）' } as const

const withoutReviews = {
  ok: '继续',
  label: '理由',
  note: '没有完成的评审不计入结果，没有重新提交的不参加评选，之后也不能再提交。您的账号、时间和理由会记入审计日志。',
} as const

export function AwardsPage({ id: idParam }: ScreenProps) {
  const id = Number(idParam)
  const { message, modal } = App.useApp()
  const [early, setEarly] = useState<((reason: string) => void) | null>(null)
  const calls = useApi('GET /admin/calls', {})
  const awards = useApi('GET /admin/call/awards', { id })
  const call = calls.data?.find((item) => item.id === id)
  const loadError = awards.error ?? calls.error
  if (loadError)
    return <LoadFailed message={loadError} onRetry={awards.reload} extra={<Link to="/calls">返回列表</Link>} />
  if (!awards.data || !call) return <LoadingView />
  const isNoticed = call.noticeDays === 0 || call.state === 'noticed'
  const { outstanding } = awards.data
  /** If reviews or works are missing, asks for a reason first. */
  const confirmThen = (go: (reason?: string) => void) => () => (outstanding ? setEarly(() => go) : go())
  const beginNotice = (reason?: string) => {
    modal.confirm({
      title: `公示“${call.title}”的结果吗？`,
      content: `公示${call.noticeDays}个工作日，任何人都可以看到获奖名单并提出异议。公示开始后，评分与设置不能再改。`,
      okText: '开始公示',
      cancelText: '取消',
      onOk: async () => {
        try {
          const { until, winners } = await api('POST /admin/call/notice', { id, version: call.version, reason })
          message.success(`已公示${winners}个获奖者，至${formatMinuteOrDash(until)}`)
          calls.reload()
          awards.reload()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  }
  const publish = (reason?: string) => {
    modal.confirm({
      title: `公布“${call.title}”的结果吗？`,
      content: '公布后不能再改：作者会收到通知，获奖者的证书即时生效。',
      okText: '公布结果',
      cancelText: '取消',
      onOk: async () => {
        try {
          const { awarded } = await api('POST /admin/call/publish', { id, version: call.version, reason })
          message.success(`已公布，颁发${awarded}份证书`)
          calls.reload()
          awards.reload()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  }
  return (
    <>
      <ScreenHead title={call.title} lead={`${callKinds[call.kind].title}的结果${resultStates[call.state]}`}>
        <Link to="/calls">返回列表</Link>
        {call.state !== 'published' && !isNoticed && (
          <Button type="primary" disabled={call.state === 'open' || call.isPurged} onClick={confirmThen(beginNotice)}>
            公示结果
          </Button>
        )}
        {call.state !== 'published' && isNoticed && (
          <Button type="primary" disabled={call.state === 'open' || call.isPurged} onClick={confirmThen(publish)}>
            公布结果
          </Button>
        )}
      </ScreenHead>
      {outstanding && <Alert className="note-above" type="warning" showIcon title={outstanding} />}
      <ReasonDialog
        title={early ? `${outstanding}，仍要继续吗？` : null}
        labels={withoutReviews}
        onClose={() => setEarly(null)}
        onConfirm={(reason) => {
          setEarly(null)
          early?.(reason)
          return Promise.resolve()
        }}
      />
      {call.noticeUntil && (
        <>
          <Alert
            className="note-above"
            type="info"
            showIcon
            title={`公示至${formatMinuteOrDash(call.noticeUntil)}，期满且异议均已答复后可以公布结果`}
          />
          <ObjectionsPanel callId={id} onChanged={awards.reload} />
        </>
      )}
      <section className="panel">
        <h2>评定办法</h2>
        <ul className="award-lines">
          {awards.data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
      {!appliedKinds.includes(call.kind) && <RankingTable rows={awards.data.ranking} />}
    </>
  )
}

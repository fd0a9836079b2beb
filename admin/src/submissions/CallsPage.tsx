// The calls for papers, competition works and awards, with deadlines, criteria and progress of reviews.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { announcements } from '@xinqiao/contract/announcements.ts'
import type { StaffCall } from '@xinqiao/contract/http/submissions/staff.ts'
import { appliedKinds, callKinds, callStates, isSettled } from '@xinqiao/contract/submissions.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { Link } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { CallDialog } from './CallDialog.tsx'
import './submissions.css'

const tones: Record<StaffCall['state'], Tone> = { open: 'good', closed: 'warm', noticed: 'info', published: 'over' }
const CallStateTag = ({ call }: { call: StaffCall }) => (
  <ToneTag tone={tones[call.state]}>{callStates[call.state]}</ToneTag>
)

export function CallsPage() {
  const { data, error, reload } = useApi('GET /admin/calls', {})
  const [editedCall, setEditedCall] = useState<StaffCall | 'new' | null>(null)
  return (
    <>
      <ScreenHead title="征集与评奖" lead="论文、技能竞赛、先进个人与先进集体">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedCall('new')}>
          新建征集
        </Button>
      </ScreenHead>
      {error ? (
        <LoadFailed message={error} onRetry={reload} />
      ) : !data ? (
        <LoadingView />
      ) : data.length === 0 ? (
        <EmptyList message="还没有征集" />
      ) : (
        <ul className="cards">
          {data.map((call) => (
            <li key={call.id}>
              <strong>{call.title}</strong>
              <div className="cards-facts">
                <CallStateTag call={call} />
                <span>{callKinds[call.kind].title}</span>
                <span>截止 {formatMinuteOrDash(call.deadline)}</span>
                <span>已提交{call.submitted}份</span>
                {!appliedKinds.includes(call.kind) && <span>已完成评审{call.reviewed}次</span>}
                {call.isPurged && <span>稿件与资料已到期删除</span>}
              </div>
              <div className="row-links">
                <Link to={`/submissions?call=${call.id}`} aria-label={`投稿与申报：${call.title}`}>
                  投稿与申报
                </Link>
                <Link to={`/awards/${call.id}`} aria-label={`结果：${call.title}`}>
                  结果
                </Link>
                {!isSettled(call.state) && !call.isPurged && (
                  <Button
                    type="link"
                    size="small"
                    aria-label={`设置：${call.title}`}
                    onClick={() => setEditedCall(call)}
                  >
                    设置
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <section className="panel announcement-links" aria-labelledby="announcements">
        <h2 id="announcements">通知正文</h2>
        <p className="hint">网站上四个通知页面的文字，限额与截止时间由系统填写。</p>
        <div className="row-links">
          {Object.entries(announcements).map(([id, { title }]) => (
            <Link key={id} to={`/announcements?id=${id}`} aria-label={`编辑通知：${title}`}>
              {title}
            </Link>
          ))}
        </div>
      </section>
      {editedCall && (
        <CallDialog
          call={editedCall === 'new' ? null : editedCall}
          onClose={() => setEditedCall(null)}
          onSaved={() => {
            setEditedCall(null)
            reload()
          }}
        />
      )}
    </>
  )
}

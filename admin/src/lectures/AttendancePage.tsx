// Accounts that have watched a lecture, and for how long. Staff correct credits with a reason.
import { App, Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffAttendance } from '@xinqiao/contract/http/lectures/staff.ts'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { EmptyList, ScreenHead } from '../kit/states.tsx'

const correctionLabels = { ok: '确定', label: '原因', note: '会记入审计日志。对方在“我的学分与证书”里看到结果。' }

const nameOf = ({ nickname, username }: StaffAttendance): string => nickname || username
const CreditTag = ({ isCredited }: Pick<StaffAttendance, 'isCredited'>) =>
  isCredited ? <ToneTag tone="good">已记学分</ToneTag> : <ToneTag tone="calm">未记</ToneTag>

export function AttendancePage({ id }: ScreenProps) {
  const { message } = App.useApp()
  const { page } = useListAddress()
  const lectureId = Number(id)
  const lecture = useApi('GET /admin/lecture', { id: lectureId })
  const loaded = useApi('GET /admin/lecture/attendance', { id: lectureId, page, size: pageSize })
  const [chosenRow, setChosenRow] = useState<StaffAttendance | null>(null)
  const renderButton = (row: StaffAttendance) => (
    <Button
      size="small"
      danger={row.isCredited}
      aria-label={`${row.isCredited ? '撤销学分' : '补记学分'}：${nameOf(row)}`}
      onClick={() => setChosenRow(row)}
    >
      {row.isCredited ? '撤销学分' : '补记学分'}
    </Button>
  )
  const columns: TableColumnsType<StaffAttendance> = [
    { title: '账号', dataIndex: 'username' },
    { title: '昵称', dataIndex: 'nickname', width: 160 },
    { title: '观看分钟', dataIndex: 'minutes', width: 110 },
    { title: '最近一次', key: 'lastTime', width: 170, render: (_, { lastTime }) => formatMinuteOrDash(lastTime) },
    { title: '学分', key: 'credit', width: 110, render: (_, row) => <CreditTag isCredited={row.isCredited} /> },
    { title: '操作', key: 'tools', width: 120, render: (_, row) => renderButton(row) },
  ]
  return (
    <>
      <ScreenHead title="观看记录" lead={lecture.data?.title ?? ''} />
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>{nameOf(row)}</strong>
            <div className="cards-facts">
              <span>{row.minutes}分钟</span>
              <CreditTag isCredited={row.isCredited} />
            </div>
            <div className="button-row">{renderButton(row)}</div>
          </>
        )}
        empty={<EmptyList message="还没有人观看" />}
        unit="人"
        minWidth={760}
      />
      <ReasonDialog
        title={chosenRow && `${chosenRow.isCredited ? '撤销' : '补记'}${nameOf(chosenRow)}的学分`}
        labels={correctionLabels}
        onClose={() => setChosenRow(null)}
        onConfirm={async (reason) => {
          if (!chosenRow) return
          const isCredited = !chosenRow.isCredited
          await api('POST /admin/lecture/credit', { id: lectureId, accountId: chosenRow.id, isCredited, reason })
          message.success('已更正')
          setChosenRow(null)
          loaded.reload()
        }}
      />
    </>
  )
}

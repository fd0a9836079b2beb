// The registrations of a meeting: found, opened with a reason, exported, entered at the desk, cancelled.
import { DownloadOutlined, UserAddOutlined } from '@ant-design/icons'
import { App, Button, Descriptions, Input, Modal, Select, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { StaffRegistration } from '@xinqiao/contract/http/staff-registrations.ts'
import {
  attendTypeIds,
  attendTypeTitle,
  registrationStates,
  type RegistrationState,
} from '@xinqiao/contract/meetings.ts'
import { useFollowing, useLoaded } from '../frame/calls.ts'
import { PagedList, pageSize } from '../frame/PagedList.tsx'
import { navigate, usePlace } from '../frame/router.tsx'
import { Nothing, ScreenHead, Waiting } from '../frame/states.tsx'
import { api } from '../session/api.ts'
import './meetings.css'
import { ReasonedDialog } from './ReasonedDialog.tsx'
import { WalkInDialog } from './WalkInDialog.tsx'

type Filters = { meeting?: string; state?: string; type?: string; key?: string; page?: string }
const addressOf = (filters: Filters) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/registrations?${query}` : '/registrations'
}

const good = { color: '#0b5f59', background: '#e0f2ee', border: 0, margin: 0 }
const warm = { color: '#7a3413', background: '#fdf1ea', border: 0, margin: 0 }
const quiet = { color: '#566b69', background: '#eef2f1', border: 0, margin: 0 }
const looks: Record<RegistrationState, object> = {
  paid: good,
  pending: warm,
  waiting: warm,
  cancelled: quiet,
  lapsed: quiet,
  refunded: quiet,
}
const State = ({ row }: { row: StaffRegistration }) => (
  <Tag style={looks[row.state]}>{registrationStates[row.state]}</Tag>
)

type Deeds = { reveal: (row: StaffRegistration) => void; cancel: (row: StaffRegistration) => void }
const Actions = ({ row, deeds }: { row: StaffRegistration; deeds: Deeds }) => (
  <div className="row-actions">
    <Button type="link" aria-label={`联系方式：${row.name}`} onClick={() => deeds.reveal(row)}>
      联系方式
    </Button>
    {['pending', 'paid', 'waiting'].includes(row.state) && (
      <Button type="link" danger aria-label={`取消：${row.name}`} onClick={() => deeds.cancel(row)}>
        取消
      </Button>
    )}
  </div>
)

const columnsFor = (deeds: Deeds): TableColumnsType<StaffRegistration> => [
  { title: '姓名', key: 'name', render: (_, row) => <strong>{row.name || '—'}</strong> },
  { title: '单位', dataIndex: 'companyName' },
  { title: '身份', key: 'type', width: 140, render: (_, row) => attendTypeTitle(row.activityAttendTypeId) },
  { title: '手机', dataIndex: 'phone', width: 130, className: 'nowrap' },
  { title: '状态', key: 'state', width: 110, render: (_, row) => <State row={row} /> },
  {
    title: '实缴',
    key: 'paid',
    width: 100,
    render: (_, row) => (row.paidCents === null ? '—' : (row.paidCents / 100).toFixed(2)),
  },
  { title: '房间', key: 'room', width: 90, render: (_, row) => row.roomName || (row.dorm > 0 ? '待安排' : '—') },
  {
    title: '签到',
    key: 'in',
    width: 90,
    render: (_, row) => (row.checkedInTime ? row.checkedInTime.slice(11, 16) : '—'),
  },
  { title: '操作', key: 'deeds', width: 170, render: (_, row) => <Actions row={row} deeds={deeds} /> },
]

type Contact = {
  phone: string
  email: string
  address: string
  postCode: string
  diet: string
  invoiceTitle: string
  taxNumber: string
}
const labels: Record<keyof Contact, string> = {
  phone: '手机',
  email: '邮箱',
  address: '通信地址',
  postCode: '邮编',
  diet: '饮食需求',
  invoiceTitle: '发票抬头',
  taxNumber: '税号',
}

type Open =
  | { what: 'none' | 'walkIn' | 'export' }
  | { what: 'reveal' | 'cancel'; row: StaffRegistration }
  | { what: 'contact'; row: StaffRegistration; contact: Contact }

export function RegistrationsPage() {
  const { params } = usePlace()
  const { message } = App.useApp()
  const meetings = useLoaded('meetings', () => api('GET /admin/meetings', { page: 1, size: 50 }))
  const chosen = Number(params.get('meeting')) || meetings.data?.content[0]?.id || null
  const state =
    (params.get('state') ?? '') in registrationStates ? (params.get('state') as RegistrationState) : undefined
  const type = Number(params.get('type')) || undefined
  const key = params.get('key')?.slice(0, 50) || undefined
  const page = /^[1-9]\d{0,5}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1
  const filters: Filters = {
    meeting: params.get('meeting') ?? undefined,
    state,
    type: type ? String(type) : undefined,
    key,
    page: page > 1 ? String(page) : undefined,
  }
  const query = { page, size: pageSize, meetingId: chosen ?? 0, state, activityAttendTypeId: type, key }
  const loaded = useLoaded(chosen === null ? null : JSON.stringify(query), () => api('GET /admin/registrations', query))
  const [text, setText] = useFollowing(key ?? '')
  const [open, setOpen] = useState<Open>({ what: 'none' })
  const close = () => setOpen({ what: 'none' })
  const choose = (change: Filters) => navigate(addressOf({ ...filters, page: undefined, ...change }))
  const deeds: Deeds = {
    reveal: (row) => setOpen({ what: 'reveal', row }),
    cancel: (row) => setOpen({ what: 'cancel', row }),
  }
  if (!meetings.data && !meetings.error) return <Waiting />
  if (chosen === null) return <Nothing sentence="还没有会议" />
  const exportNow = (reason: string) => {
    const search = new URLSearchParams({ meetingId: `${chosen}`, reason })
    if (state) search.set('state', state)
    if (type) search.set('activityAttendTypeId', `${type}`)
    if (key) search.set('key', key)
    location.assign(`/prod-api/admin/registrations/sheet?${search}`)
    close()
    return Promise.resolve()
  }
  return (
    <>
      <ScreenHead title="参会报名" lead="联系方式默认隐去，查看与导出都会记入审计日志">
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen({ what: 'export' })}>
          导出 Excel
        </Button>
        <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setOpen({ what: 'walkIn' })}>
          现场报名
        </Button>
      </ScreenHead>
      <search className="filters">
        <Select
          aria-label="会议"
          style={{ width: 280 }}
          value={chosen}
          onChange={(id: number) => choose({ meeting: String(id) })}
          options={(meetings.data?.content ?? []).map((meeting) => ({ value: meeting.id, label: meeting.title }))}
        />
        <Select
          aria-label="按状态筛选"
          className="filter-select"
          placeholder="全部状态"
          allowClear
          value={state}
          onChange={(next?: RegistrationState) => choose({ state: next })}
          options={Object.entries(registrationStates).map(([value, label]) => ({ value, label }))}
        />
        <Select
          aria-label="按身份筛选"
          className="filter-select"
          placeholder="全部身份"
          allowClear
          value={type}
          onChange={(next?: number) => choose({ type: next ? String(next) : undefined })}
          options={attendTypeIds.map((id) => ({ value: id, label: attendTypeTitle(id) }))}
        />
        <Input.Search
          aria-label="搜索报名"
          style={{ width: 280 }}
          placeholder="姓名、单位或完整手机号"
          allowClear
          maxLength={50}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onSearch={(value) => choose({ key: value.trim() })}
          enterButton="搜索"
        />
      </search>
      <PagedList
        loaded={loaded}
        page={page}
        addressOf={(next) => addressOf({ ...filters, page: next > 1 ? String(next) : undefined })}
        columns={columnsFor(deeds)}
        renderCards={(rows) => (
          <ul className="cards">
            {rows.map((row) => (
              <li key={row.id}>
                <strong>{row.name || row.companyName}</strong>
                <div className="cards-facts">
                  <State row={row} />
                  <span>{attendTypeTitle(row.activityAttendTypeId)}</span>
                  <span>{row.companyName}</span>
                  <span>{row.phone}</span>
                </div>
                <Actions row={row} deeds={deeds} />
              </li>
            ))}
          </ul>
        )}
        empty={<Nothing sentence="没有符合条件的报名" />}
        unit="份报名"
        minWidth={1100}
      />
      {open.what === 'walkIn' && (
        <WalkInDialog
          meetingId={chosen}
          onClose={close}
          onDone={() => {
            close()
            loaded.reload()
          }}
        />
      )}
      {open.what === 'export' && (
        <ReasonedDialog
          title="导出参会报名"
          note="文件含联系方式。您的账号、时间和理由会记入审计日志。"
          okText="导出"
          onClose={close}
          onGiven={exportNow}
        />
      )}
      {open.what === 'reveal' && (
        <ReasonedDialog
          title={`查看${open.row.name}的联系方式`}
          note="这是参会者的个人信息。您的账号、时间和理由会记入审计日志。"
          okText="查看"
          onClose={close}
          onGiven={async (reason) => {
            const contact = await api('POST /admin/registration/reveal', { id: open.row.id, reason })
            setOpen({ what: 'contact', row: open.row, contact })
          }}
        />
      )}
      {open.what === 'cancel' && (
        <ReasonedDialog
          title={`取消${open.row.name}的报名`}
          note="会议开始前取消，已缴的会务费全额申请退款；理由会告知本人。"
          okText="取消报名"
          onClose={close}
          onGiven={async (reason) => {
            await api('POST /admin/registration/cancel', { id: open.row.id, reason })
            message.success('已取消')
            close()
            loaded.reload()
          }}
        />
      )}
      {open.what === 'contact' && (
        <Modal open title={`${open.row.name}的联系方式`} footer={null} onCancel={close}>
          <Descriptions column={1} size="small" bordered>
            {(Object.keys(labels) as (keyof Contact)[]).map((name) => (
              <Descriptions.Item key={name} label={labels[name]}>
                {open.contact[name] || '—'}
              </Descriptions.Item>
            ))}
          </Descriptions>
        </Modal>
      )}
    </>
  )
}

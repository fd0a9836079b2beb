// Registrations of a meeting: search, reveal with a reason, export, register walk-ins, cancel.
import { DownloadOutlined, UserAddOutlined } from '@ant-design/icons'
import { App, Button, Descriptions, Modal } from 'antd'
import { useState } from 'react'
import type { StaffRegistration } from '@xinqiao/contract/http/conference/registrations.ts'
import { attendTypeList, attendTypeTitle, registrationStates } from '@xinqiao/contract/meetings.ts'
import { ExportDialog } from '../../kit/lists/ExportDialog.tsx'
import { FilterSearch, FilterSelect, useListAddress } from '../../kit/lists/list-address.tsx'
import { ReasonDialog } from '../../kit/forms/ReasonDialog.tsx'
import { PagedList, pageSize } from '../../kit/lists/PagedList.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { useApi } from '../../kit/api/use-api.ts'
import { type RegistrantContact, contactLabels } from './contact-labels.ts'
import {
  createRegistrationColumns,
  registrantNameOf,
  RegistrationCard,
  type RegistrationActions,
} from './registration-rows.tsx'
import '../conference.css'
import { WalkInDialog } from './WalkInDialog.tsx'

const typeLabels = attendTypeList.map((id) => [`${id}`, attendTypeTitle(id)] as const)

const receiptWords = { missing: '受让后待完善' } as const

type RegistrationsDialogState =
  | { kind: 'none' | 'walkIn' | 'export' }
  | { kind: 'reveal' | 'cancel'; row: StaffRegistration }
  | { kind: 'contact'; row: StaffRegistration; contact: RegistrantContact }

type ContactDialogProps = { name: string; contact: RegistrantContact; onClose: () => void }
const ContactDialog = ({ name: registrant, contact, onClose }: ContactDialogProps) => (
  <Modal open title={`${registrant}的联系方式`} footer={null} onCancel={onClose}>
    <Descriptions column={1} size="small" bordered>
      {(Object.keys(contactLabels) as (keyof RegistrantContact)[]).map((name) => (
        <Descriptions.Item key={name} label={contactLabels[name]}>
          {contact[name] || '—'}
        </Descriptions.Item>
      ))}
    </Descriptions>
  </Modal>
)

export function RegistrationsPage() {
  const { params, page, key, chosen } = useListAddress()
  const { message } = App.useApp()
  const meetings = useApi('GET /admin/meetings', { page: 1, size: 50 })
  const meetingId = Number(params.get('meeting')) || meetings.data?.content[0]?.id || null
  const state = chosen('state', registrationStates)
  const type = Number(params.get('type')) || undefined
  const needsReceipt = chosen('receipt', receiptWords) ? ('1' as const) : undefined
  const filters = { meetingId: meetingId ?? 0, state, activityAttendTypeId: type, key, needsReceipt }
  const query = { page, size: pageSize, ...filters }
  const loaded = useApi('GET /admin/registrations', meetingId === null ? null : query)
  const [open, setOpen] = useState<RegistrationsDialogState>({ kind: 'none' })
  const close = () => setOpen({ kind: 'none' })
  const actions: RegistrationActions = {
    reveal: (row) => setOpen({ kind: 'reveal', row }),
    cancel: (row) => setOpen({ kind: 'cancel', row }),
  }
  if (!meetings.data)
    return meetings.error ? <LoadFailed message={meetings.error} onRetry={meetings.reload} /> : <LoadingView />
  if (meetingId === null) return <EmptyList message="还没有会议" />
  return (
    <>
      <ScreenHead title="参会报名" lead="联系方式默认隐去，查看与导出都会记入审计日志">
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => setOpen({ kind: 'export' })}>
          导出 Excel
        </Button>
        <Button type="primary" icon={<UserAddOutlined aria-hidden />} onClick={() => setOpen({ kind: 'walkIn' })}>
          现场报名
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSelect
          name="meeting"
          label="会议"
          labels={meetings.data.content.map(({ id, title }) => [`${id}`, title] as const)}
          initial={`${meetingId}`}
          isWide
        />
        <FilterSelect name="state" label="按状态筛选" all="全部状态" labels={registrationStates} />
        <FilterSelect name="type" label="按身份筛选" all="全部身份" labels={typeLabels} />
        <FilterSelect name="receipt" label="按回执筛选" all="全部回执" labels={receiptWords} />
        <FilterSearch label="搜索报名" placeholder="姓名、单位或完整手机号" />
      </search>
      <PagedList
        loaded={loaded}
        columns={createRegistrationColumns(actions)}
        renderCard={(row) => <RegistrationCard row={row} actions={actions} />}
        empty={<EmptyList message="没有符合条件的报名" />}
        unit="份报名"
        minWidth={1100}
      />
      {open.kind === 'walkIn' && (
        <WalkInDialog
          meetingId={meetingId}
          onClose={close}
          onDone={() => {
            close()
            loaded.reload()
          }}
        />
      )}
      <ExportDialog isOpen={open.kind === 'export'} kind="registrations" query={filters} onClose={close} />
      {open.kind === 'reveal' && (
        <ReasonDialog
          title={`查看${registrantNameOf(open.row)}的联系方式`}
          labels={{ ok: '查看', label: '理由', note: '这是参会者的个人信息。您的账号、时间和理由会记入审计日志。' }}
          minLength={1}
          onClose={close}
          onConfirm={async (reason) => {
            const contact = await api('POST /admin/registration/reveal', { id: open.row.id, reason })
            setOpen({ kind: 'contact', row: open.row, contact })
          }}
        />
      )}
      {open.kind === 'cancel' && (
        <ReasonDialog
          title={`取消${registrantNameOf(open.row)}的报名`}
          labels={{
            ok: '取消报名',
            label: '理由',
            note: '会议开始前取消，已缴的会务费全额申请退款，之后按退费规则；已签到的不能取消，现场登记有误的除外。理由会告知本人。',
          }}
          minLength={1}
          onClose={close}
          onConfirm={async (reason) => {
            await api('POST /admin/registration/cancel', { id: open.row.id, reason })
            message.success('已取消')
            close()
            loaded.reload()
          }}
        />
      )}
      {open.kind === 'contact' && (
        <ContactDialog name={registrantNameOf(open.row)} contact={open.contact} onClose={close} />
      )}
    </>
  )
}

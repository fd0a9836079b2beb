// Requests of an app's backend with crisis alerts.
import { Modal, Table } from 'antd'
import { useState } from 'react'
import type { AlertDeliveryAttempt, App } from '@xinqiao/contract/http/chat/apps.ts'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'

const size = 10
const states = {
  queued: { text: '稍后再送', tone: 'warm' },
  delivered: { text: '对方已收下', tone: 'good' },
  passedOn: { text: '已转协会', tone: 'bad' },
} as const

function AttemptTable({ app }: { app: App }) {
  const [page, setPage] = useState(1)
  const { data } = useApi('GET /admin/apps/alerts', { id: app.id, page, size })
  return (
    <Table<AlertDeliveryAttempt>
      rowKey="id"
      size="small"
      loading={!data}
      dataSource={data?.content ?? []}
      locale={{ emptyText: '还没有送过危机提醒' }}
      pagination={{ current: page, pageSize: size, total: data?.totalElements ?? 0, onChange: setPage }}
      columns={[
        { title: '时间', dataIndex: 'createTime', width: 110 },
        {
          title: '提醒',
          key: 'state',
          width: 110,
          render: (_, { alertId, state }) => (
            <>
              <ToneTag tone={states[state].tone}>{states[state].text}</ToneTag>
              <div className="app-note">{`提醒${alertId}`}</div>
            </>
          ),
        },
        {
          title: '对方的回应',
          key: 'reply',
          render: (_, { status, fault, milliseconds }) => (
            <div className="app-text">
              {status ?? `没有回应（${fault}）`}
              <div className="app-note">{`${milliseconds}毫秒`}</div>
            </div>
          ),
        },
      ]}
    />
  )
}

export const AttemptsDialog = ({ app, onClose }: { app: App | null; onClose: () => void }) => (
  <Modal
    title={`送给“${app?.name ?? ''}”的危机提醒`}
    open={app !== null}
    width={820}
    footer={null}
    onCancel={onClose}
    destroyOnHidden
  >
    {app && <AttemptTable app={app} />}
  </Modal>
)

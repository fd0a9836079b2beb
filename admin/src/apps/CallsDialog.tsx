// Calls of the server API by the backend of an app.
import { Modal, Table } from 'antd'
import { useState } from 'react'
import type { App, ServerApiCallEntry } from '@xinqiao/contract/http/chat/apps.ts'
import { useApi } from '../kit/api/use-api.ts'

const size = 10

function CallTable({ app }: { app: App }) {
  const [page, setPage] = useState(1)
  const { data } = useApi('GET /admin/apps/calls', { id: app.id, page, size })
  return (
    <Table<ServerApiCallEntry>
      rowKey="id"
      size="small"
      loading={!data}
      dataSource={data?.content ?? []}
      locale={{ emptyText: '还没有调用' }}
      pagination={{ current: page, pageSize: size, total: data?.totalElements ?? 0, onChange: setPage }}
      columns={[
        { title: '时间', dataIndex: 'createTime', width: 110 },
        {
          title: '接口',
          key: 'path',
          render: (_, { path, ip, milliseconds }) => (
            <div className="app-text">
              {path}
              <div className="app-note">{`来自${ip}，${milliseconds}毫秒`}</div>
            </div>
          ),
        },
        { title: '结果', dataIndex: 'code', width: 64 },
      ]}
    />
  )
}

export const CallsDialog = ({ app, onClose }: { app: App | null; onClose: () => void }) => (
  <Modal
    title={`“${app?.name ?? ''}”的接口调用`}
    open={app !== null}
    width={820}
    footer={null}
    onCancel={onClose}
    destroyOnHidden
  >
    {app && <CallTable app={app} />}
  </Modal>
)

// Members from Excel: all rows or none, and what is wrong with each row that is not good.
import { Alert, Button, Modal, Progress, Table } from 'antd'
import { useRef, useState } from 'react'
import type { ImportReport } from '@xinqiao/contract/http/staff-membership.ts'
import { useAction } from '../frame/calls.ts'
import { upload } from '../session/api.ts'

type Props = { isOpen: boolean; onClose: () => void; onImported: () => void }

export function ImportDialog({ isOpen, onClose, onImported }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  const [fraction, setFraction] = useState<number | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [send, busy] = useAction(async (file: File) => {
    setReport(null)
    setFraction(0)
    try {
      const done = await upload<ImportReport>('/admin/members/import', file, setFraction)
      setReport(done)
      if (done.imported > 0) onImported()
    } finally {
      setFraction(null)
    }
  })
  const close = () => {
    setReport(null)
    onClose()
  }
  return (
    <Modal open={isOpen} title="导入会员" footer={null} width={720} onCancel={close}>
      <p>
        按模板填写后上传 .xlsx
        文件，一次最多2000行。任何一行有误，全部都不会导入。导入的会员用登记的手机号注册或登录后，会籍自动关联到其账号。
      </p>
      <p className="member-tags">
        <Button href="/prod-api/admin/members/template">下载模板</Button>
        <Button type="primary" loading={busy} onClick={() => chooser.current?.click()}>
          选择文件并导入
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xlsx"
          hidden
          aria-label="会员表格"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void send(file)
          }}
        />
      </p>
      {fraction !== null && (
        <Progress
          percent={Math.round(fraction * 100)}
          status="active"
          format={(percent) => (percent === 100 ? '正在核对' : `${percent}%`)}
        />
      )}
      {report && report.imported > 0 && <Alert type="success" showIcon title={`已导入${report.imported}名会员`} />}
      {report && report.bad.length > 0 && (
        <>
          <Alert
            className="member-note"
            type="error"
            showIcon
            title={`共${report.rows}行，${report.bad.length}行有误，没有导入任何会员`}
            description="请改正后重新上传。"
          />
          <Table
            rowKey="line"
            size="small"
            dataSource={report.bad}
            pagination={report.bad.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            columns={[
              { title: '行', dataIndex: 'line', width: 60 },
              {
                title: '问题',
                key: 'problems',
                render: (_, row) => (
                  <ul className="member-problems">
                    {Object.entries(row.problems).map(([name, sentence]) => (
                      <li key={name}>
                        {name}：{sentence}
                      </li>
                    ))}
                  </ul>
                ),
              },
            ]}
          />
        </>
      )}
    </Modal>
  )
}

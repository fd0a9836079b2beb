// Import of rows from Excel: all or none, with the errors of each invalid row.
import { Alert, Button, Modal, Progress, Table } from 'antd'
import { useRef, useState, type ReactNode } from 'react'
import type { ImportReport } from '@xinqiao/contract/http/endpoint.ts'
import { useAction } from '../api/hooks.ts'
import { upload } from '../api/api.ts'

type SheetImportProps = {
  isOpen: boolean
  title: string
  /** Instructions, and the link to a template. */
  children: ReactNode
  /** Path of the endpoint that receives the sheet. */
  path: string
  /** Counting unit of rows: '名会员', '个号码'. */
  unit: string
  onClose: () => void
  onImported: () => void
}

export function SheetImport({ isOpen, title, children, path, unit, onClose, onImported }: SheetImportProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [fraction, setFraction] = useState<number | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [send, busy] = useAction(async (file: File) => {
    setReport(null)
    setFraction(0)
    try {
      const importReport = await upload<ImportReport>(path, file, setFraction)
      setReport(importReport)
      if (importReport.imported > 0) onImported()
    } finally {
      setFraction(null)
    }
  })
  const close = () => {
    setReport(null)
    onClose()
  }
  return (
    <Modal open={isOpen} title={title} footer={null} width={720} onCancel={close}>
      {children}
      <p>
        <Button type="primary" loading={busy} onClick={() => chooser.current?.click()}>
          选择文件并导入
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xlsx"
          hidden
          aria-label={`${title}的表格`}
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
      {report && report.imported > 0 && <Alert type="success" showIcon title={`已导入${report.imported}${unit}`} />}
      {report && report.bad.length > 0 && (
        <>
          <Alert
            className="sheet-note"
            type="error"
            showIcon
            title={`共${report.rows}行，${report.bad.length}行有误，没有导入任何内容`}
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
                  <ul className="sheet-problems">
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

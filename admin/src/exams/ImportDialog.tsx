// Import of questions from a file: shows the number imported, and position and reason of each failure.
import { Alert, AutoComplete, Button, Form, Modal, Select, Table } from 'antd'
import { useRef, useState } from 'react'
import type { QuestionImportReport } from '@xinqiao/contract/http/exams/bank.ts'
import { useAction } from '../kit/api/hooks.ts'
import { upload } from '../kit/api/api.ts'
import { difficultyOptions } from './labels.ts'

type ImportDialogProps = {
  isOpen: boolean
  /** Subjects of the question bank, suggested for the import. */
  subjects: readonly string[]
  onClose: () => void
  onImported: (report: QuestionImportReport) => void
}

export function ImportDialog({ isOpen, subjects, onClose, onImported }: ImportDialogProps) {
  const [subject, setSubject] = useState('')
  const [difficulty, setDifficulty] = useState(2)
  const chooser = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<QuestionImportReport | null>(null)
  const [send, busy] = useAction(async (file: File) => {
    setReport(null)
    const importReport = await upload<QuestionImportReport>('/admin/exam/import', file, undefined, {
      ...(subject.trim() && { subject: subject.trim() }),
      difficulty: `${difficulty}`,
    })
    setReport(importReport)
    onImported(importReport)
  })
  const close = () => {
    setReport(null)
    onClose()
  }
  return (
    <Modal open={isOpen} title="导入试题" footer={null} width={760} onCancel={close}>
      <p>
        支持 Excel（按模板）、Word 或文本（题干、A. B. C. 选项、“答案：”、“解析：”各占一行）、GIFT，以及 QTI 2.2/3.0
        文件或内容包。一次最多1000题；题库中已有的相同试题不会重复导入。
      </p>
      <Form layout="vertical" className="exam-defaults">
        <Form.Item label="默认科目" htmlFor="import-subject" extra="文件中没有写科目的试题使用；不填为“综合”">
          <AutoComplete
            id="import-subject"
            value={subject}
            maxLength={30}
            options={subjects.map((value) => ({ value }))}
            onChange={setSubject}
            placeholder="综合"
          />
        </Form.Item>
        <Form.Item label="默认难度" htmlFor="import-difficulty" extra="文件中没有写难度的试题使用">
          <Select id="import-difficulty" value={difficulty} options={difficultyOptions} onChange={setDifficulty} />
        </Form.Item>
      </Form>
      <p className="exam-bar">
        <Button href="/prod-api/admin/exam/template">下载 Excel 模板</Button>
        <Button type="primary" loading={busy} onClick={() => chooser.current?.click()}>
          选择文件并导入
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xlsx,.docx,.txt,.gift,.xml,.zip"
          hidden
          aria-label="试题文件"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void send(file)
          }}
        />
      </p>
      {report && (
        <Alert
          className="note-above"
          type={report.problems.length > 0 ? 'warning' : 'success'}
          showIcon
          title={`新增${report.added}题，已有${report.known}题，未能导入${report.problems.length}题`}
        />
      )}
      {report && report.problems.length > 0 && (
        <Table
          rowKey={(row) => `${row.place} ${row.title} ${row.sentence}`}
          size="small"
          dataSource={report.problems}
          pagination={report.problems.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
          scroll={{ x: 560 }}
          columns={[
            { title: '位置', dataIndex: 'place', width: 160 },
            { title: '试题', dataIndex: 'title' },
            { title: '原因', dataIndex: 'sentence' },
          ]}
        />
      )}
    </Modal>
  )
}

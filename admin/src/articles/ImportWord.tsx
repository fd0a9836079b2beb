// 导入 Word: uploads a .docx, shows progress, and returns editable text. Warnings stay until the user has read them.
import { FileWordOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useRef, useState } from 'react'
import { limits } from '@xinqiao/contract/limits.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { useAction } from '../kit/api/hooks.ts'
import { upload } from '../kit/api/api.ts'

export type ImportedDocument = { title: string; content: string; warnings: string[] }
const megabytes = limits.maxWordBytes / 1024 / 1024

export function ImportWord({
  hasBody,
  onImported,
}: {
  hasBody: () => boolean
  onImported: (file: ImportedDocument) => void
}) {
  const { modal, message } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const [fraction, setFraction] = useState(0)
  const [send, busy] = useAction(async (file: File) => {
    if (!/\.docx$/i.test(file.name)) {
      throw new Failure('notAWordFile', '请选择 .docx 文件；旧的 .doc 文件请先在 Word 中另存为 .docx', null)
    }
    if (file.size > limits.maxWordBytes) throw new Failure('tooLarge', `Word 文件不能超过${megabytes}MB`, null)
    setFraction(0)
    const importedDocument = await upload<ImportedDocument>('/admin/article/importWord', file, setFraction)
    onImported(importedDocument)
    message.success('导入成功')
    if (importedDocument.warnings.length) {
      modal.warning({
        title: '已导入，有几处请核对',
        content: (
          <ul>
            {importedDocument.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        ),
        okText: '知道了',
      })
    }
  })
  const chooseFile = () => {
    if (!hasBody()) return chooser.current?.click()
    modal.confirm({
      title: '导入会替换现在的正文',
      content: '正文里已有内容，导入 Word 后将被替换（可用“撤销”恢复）。',
      okText: '选择文件',
      cancelText: '取消',
      onOk: () => chooser.current?.click(),
    })
  }
  const percent = Math.round(fraction * 100)

  return (
    <>
      <Button icon={<FileWordOutlined aria-hidden />} loading={busy} onClick={chooseFile}>
        {busy ? (percent < 100 ? `正在上传 ${percent}%` : '正在转换…') : '导入 Word'}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".docx,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        hidden
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </>
  )
}

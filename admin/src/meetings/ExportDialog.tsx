// A sheet with personal data: asked for with a reason, made by the server, and saved; how far it is can be seen.
import { App, Progress } from 'antd'
import { useState } from 'react'
import { save } from '../session/api.ts'
import { ReasonedDialog } from './ReasonedDialog.tsx'

type Props = {
  title: string
  note: string
  /** The call, with everything but the reason. */
  path: string
  query: Record<string, string>
  fileName: string
  onClose: () => void
}

export function ExportDialog({ title, note, path, query, fileName, onClose }: Props) {
  const { message } = App.useApp()
  const [fraction, setFraction] = useState<number | null>(null)
  return (
    <ReasonedDialog
      title={title}
      note={note}
      okText="导出"
      onClose={onClose}
      onGiven={async (reason) => {
        setFraction(0)
        try {
          await save(`${path}?${new URLSearchParams({ ...query, reason }).toString()}`, fileName, setFraction)
        } finally {
          setFraction(null)
        }
        message.success('已导出')
        onClose()
      }}
    >
      {fraction !== null && (
        <output aria-live="polite">
          <span className="hint">{fraction === 0 ? '正在生成表格…' : '正在下载…'}</span>
          <Progress percent={Math.round(fraction * 100)} />
        </output>
      )}
    </ReasonedDialog>
  )
}

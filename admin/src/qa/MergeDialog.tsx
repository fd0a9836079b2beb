// Merges a question into another one.
import { App, InputNumber, Modal } from 'antd'
import { useState } from 'react'
import { useAction } from '../kit/api/hooks.ts'
import { api } from '../kit/api/api.ts'

type MergeDialogProps = { id: number; isOpen: boolean; onClose: () => void; onMerged: () => void }

export function MergeDialog({ id, isOpen, onClose, onMerged }: MergeDialogProps) {
  const { message } = App.useApp()
  const [into, setInto] = useState<number | null>(null)
  const [merge, isBusy] = useAction(async () => {
    if (into === null) return
    await api('POST /admin/question/merge', { id, into })
    message.success('合并成功')
    onMerged()
  })
  return (
    <Modal
      open={isOpen}
      title="合并到另一个问题"
      okText="合并"
      cancelText="取消"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: into === null }}
      onOk={() => merge()}
      onCancel={onClose}
    >
      <p>这个问题的回答会移到另一个问题下，访问旧地址的人会看到新的问题。</p>
      <label>
        目标问题的编号{' '}
        <InputNumber
          min={1}
          precision={0}
          value={into}
          onChange={(value) => setInto(value)}
          aria-label="目标问题的编号"
        />
      </label>
    </Modal>
  )
}

// Shows a secret once. Only its button closes the dialog, so that an accidental click does not lose it.
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal } from 'antd'
import { Fragment, useRef, useState } from 'react'

type SecretDialogProps = {
  title: string
  /** Labels and values shown with it, such as the account. */
  facts: Readonly<Record<string, string>>
  label: string
  secret: string
  copyLabel: string
  note: string
  isOpen: boolean
  onClose: () => void
}

export function SecretDialog({ title, facts, label, secret, copyLabel, note, isOpen, onClose }: SecretDialogProps) {
  const { message } = App.useApp()
  const [copied, setCopied] = useState('')
  const isCopied = copied !== '' && copied === secret
  const secretElement = useRef<HTMLElement>(null)

  const copySecret = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(secret)
      message.success('已复制')
    } catch {
      // Without https there is no clipboard, so the text is selected for Ctrl+C.
      if (secretElement.current) getSelection()?.selectAllChildren(secretElement.current)
      message.info('请按 Ctrl+C 复制')
    }
  }

  return (
    <Modal
      open={isOpen}
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          我已记下，关闭
        </Button>
      }
    >
      <dl className="issued">
        {Object.entries(facts).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
        <dt>{label}</dt>
        <dd>
          <code ref={secretElement}>{secret}</code>
          <Button icon={isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />} onClick={copySecret}>
            {isCopied ? '已复制' : copyLabel}
          </Button>
        </dd>
      </dl>
      <Alert type="warning" showIcon title={note} />
    </Modal>
  )
}

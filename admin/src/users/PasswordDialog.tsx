// Shows a password once. Only its button closes the dialog, so that a stray click does not lose it.
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { Alert, App, Button, Modal } from 'antd'
import { useRef, useState } from 'react'

export type IssuedPassword = { username: string; password: string; isNew: boolean }

export function PasswordDialog({ issued, onClose }: { issued: IssuedPassword | null; onClose: () => void }) {
  const { message } = App.useApp()
  const [copied, setCopied] = useState('')
  const isCopied = copied !== '' && copied === issued?.password
  const passwordElement = useRef<HTMLElement>(null)

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(issued?.password ?? '')
      setCopied(issued?.password ?? '')
      message.success('已复制')
    } catch {
      // No clipboard without https: select the text for Ctrl+C.
      if (passwordElement.current) getSelection()?.selectAllChildren(passwordElement.current)
      message.info('请按 Ctrl+C 复制')
    }
  }

  return (
    <Modal
      open={issued !== null}
      title={issued?.isNew ? '账号已创建' : '密码已重设'}
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
        <dt>账号</dt>
        <dd>{issued?.username}</dd>
        <dt>{issued?.isNew ? '初始密码' : '新密码'}</dt>
        <dd>
          <code ref={passwordElement}>{issued?.password}</code>
          <Button icon={isCopied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />} onClick={copy}>
            {isCopied ? '已复制' : '复制密码'}
          </Button>
        </dd>
      </dl>
      <Alert type="warning" showIcon title="密码只显示这一次，关闭后无法再查看。请告知本人登录后尽快修改。" />
    </Modal>
  )
}

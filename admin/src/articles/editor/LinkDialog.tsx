// Sets, changes or removes the link at the cursor.
import { Button, Form, Input, Modal } from 'antd'
import type { Editor } from '@tiptap/core'
import { focusFirstError } from '../../kit/forms/forms.ts'
import { isUsefulLink } from '../paste/marks.ts'

type LinkFields = { href: string; text?: string }

/** Completes `www.nhc.gov.cn` to a web address. */
const completeAddress = (href: string) => (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(href) ? `https://${href}` : href)

export function LinkDialog({ editor, isOpen, onClose }: { editor: Editor; isOpen: boolean; onClose: () => void }) {
  const [form] = Form.useForm<LinkFields>()
  const href = (editor.getAttributes('link').href as string | undefined) ?? ''
  const needsText = isOpen && editor.state.selection.empty && !href

  const applyLink = ({ href: typed, text }: LinkFields) => {
    const link = completeAddress(typed.trim())
    const chain = editor.chain().focus()
    if (needsText) {
      const shownText = text?.trim() || link
      chain.insertContent({ type: 'text', text: shownText, marks: [{ type: 'link', attrs: { href: link } }] }).run()
    } else chain.extendMarkRange('link').setLink({ href: link }).run()
    onClose()
  }
  const removeLink = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }

  return (
    <Modal
      open={isOpen}
      title={href ? '修改链接' : '插入链接'}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(open) => open && form.focusField('href')}
      footer={[
        href && (
          <Button key="remove" danger onClick={removeLink}>
            移除链接
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="ok" type="primary" onClick={form.submit}>
          确定
        </Button>,
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ href }}
        onFinish={applyLink}
        onFinishFailed={focusFirstError(form)}
      >
        <Form.Item
          name="href"
          label="链接地址"
          rules={[
            { required: true, whitespace: true, message: '请输入链接地址' },
            {
              validator: async (_, value?: string) => {
                if (value?.trim() && !isUsefulLink(completeAddress(value.trim()))) {
                  throw new Error('链接须以 / 或 https:// 开头')
                }
              },
            },
          ]}
        >
          <Input inputMode="url" placeholder="https:// 或以 / 开头的站内地址" maxLength={500} />
        </Form.Item>
        {needsText && (
          <Form.Item name="text" label="显示文字">
            <Input placeholder="不填则显示链接地址" maxLength={100} />
          </Form.Item>
        )}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  )
}

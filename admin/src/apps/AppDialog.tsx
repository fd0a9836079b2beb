// Adds an app, or changes its name and origins.
import { App as Messages, Form, Input, type FormRule } from 'antd'
import { useEffect } from 'react'
import { maxOrigins, originFault, type App, type IssuedSecret } from '@xinqiao/contract/http/apps.ts'
import { FormDialog } from '../frame/FormDialog.tsx'
import { useFormAction } from '../frame/forms.ts'
import { api } from '../session/api.ts'

type Fields = { name: string; lines: string }
type Props = {
  app: App | 'new' | null
  onClose: () => void
  onCreated: (issued: IssuedSecret) => void
  onSaved: () => void
}

const toOrigins = (lines: string): string[] => lines.split(/\s+/).filter(Boolean)
const originsRule: FormRule = {
  validator: async (_, lines = '') => {
    const origins = toOrigins(lines as string)
    if (origins.length > maxOrigins) throw new Error(`来源不能超过${maxOrigins}个`)
    for (const origin of origins) {
      const fault = originFault(origin)
      if (fault !== null) throw new Error(`${origin}：${fault}`)
    }
  },
}

export function AppDialog({ app, onClose, onCreated, onSaved }: Props) {
  const { message } = Messages.useApp()
  const [form] = Form.useForm<Fields>()
  useEffect(() => {
    if (app === null) return
    form.resetFields()
    form.setFieldsValue(app === 'new' ? { name: '', lines: '' } : { name: app.name, lines: app.origins.join('\n') })
  }, [form, app])
  const [save, busy] = useFormAction(form, async ({ name, lines }: Fields) => {
    if (app === null) return
    const draft = { name, origins: toOrigins(lines) }
    if (app === 'new') return onCreated(await api('POST /admin/apps', draft))
    await api('PUT /admin/apps', { ...draft, id: app.id })
    message.success('已保存，几秒内生效')
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      open={app !== null}
      title={app === 'new' ? '新建应用' : '修改应用'}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item
        name="name"
        label="名称"
        rules={[{ required: true, whitespace: true, message: '请填写名称' }]}
        extra="如合作单位或网站的名称，便于以后辨认"
      >
        <Input maxLength={40} showCount />
      </Form.Item>
      <Form.Item
        name="lines"
        label="来源"
        rules={[originsRule]}
        extra="聊天页面所在网站的网址，每行一个，如 https://chat.example.cn。只写到域名（有端口的写到端口），不写后面的路径，也不能用 * 代替；www.example.cn 与 example.cn 要分别填写。"
      >
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 10 }}
          placeholder="https://chat.example.cn"
          spellCheck={false}
        />
      </Form.Item>
    </FormDialog>
  )
}

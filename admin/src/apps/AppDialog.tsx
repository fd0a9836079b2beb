// Adds an app, or changes its name and origins.
import { App as Messages, Form, Input, Radio, type FormRule } from 'antd'
import { useEffect } from 'react'
import {
  findReceiverFault,
  maxOrigins,
  findOriginFault,
  type App,
  type IssuedSecret,
} from '@xinqiao/contract/http/chat/apps.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type AlertReceiver = 'association' | 'app'
type AppFields = { name: string; lines: string; duty: AlertReceiver; alertUrl?: string; pushUrl?: string }
type AppDialogProps = {
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
      const fault = findOriginFault(origin)
      if (fault !== null) throw new Error(`${origin}：${fault}`)
    }
  },
}

const createReceiverRule = (isRequired: boolean): FormRule => ({
  validator: async (_, text = '') => {
    const address = (text as string).trim()
    const fault = address === '' && !isRequired ? null : findReceiverFault(address)
    if (fault !== null) throw new Error(fault)
  },
})

export function AppDialog({ app, onClose, onCreated, onSaved }: AppDialogProps) {
  const { message } = Messages.useApp()
  const [form] = Form.useForm<AppFields>()
  useEffect(() => {
    if (app === null) return
    form.resetFields()
    if (app === 'new')
      return form.setFieldsValue({ name: '', lines: '', duty: 'association', alertUrl: '', pushUrl: '' })
    const { name, origins, alertUrl, pushUrl } = app
    const duty = alertUrl === '' ? 'association' : 'app'
    form.setFieldsValue({ name, lines: origins.join('\n'), duty, alertUrl, pushUrl })
  }, [form, app])
  const duty = Form.useWatch('duty', form)
  const [save, busy] = useFormAction(
    form,
    async ({ name, lines, alertUrl = '', pushUrl = '', ...fields }: AppFields) => {
      if (app === null) return
      const draft = { name, origins: toOrigins(lines), alertUrl: fields.duty === 'app' ? alertUrl : '', pushUrl }
      if (app === 'new') return onCreated(await api('POST /admin/apps', draft))
      await api('PUT /admin/apps', { ...draft, id: app.id })
      message.success('已保存，几秒内生效')
      onSaved()
    },
  )
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
        rules={requiredTextRules('请填写名称')}
        extra="如合作单位或网站的名称，便于以后辨认"
      >
        <Input maxLength={40} showCount />
      </Form.Item>
      <Form.Item
        name="lines"
        label="来源"
        rules={[originsRule]}
        extra="聊天页面所在网站的网址，每行一个，如 https://chat.example.cn；http:// 也可以，但内容会被途经的网络看到，只用于内网与测试。只写到域名（有端口的写到端口），不写后面的路径，也不能用 * 代替；www.example.cn 与 example.cn 要分别填写。"
      >
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 10 }}
          placeholder="https://chat.example.cn"
          spellCheck={false}
        />
      </Form.Item>
      <Form.Item
        name="duty"
        label="危机提醒由谁处理"
        extra="消息里可能有危险的表达时，写信人总会看到求助电话，并由这里选定的值班人员跟进"
      >
        <Radio.Group
          options={[
            { value: 'association', label: '协会的值班人员' },
            { value: 'app', label: '应用自己的值班人员' },
          ]}
        />
      </Form.Item>
      {duty === 'app' && (
        <Form.Item
          name="alertUrl"
          label="接收地址"
          rules={[createReceiverRule(true)]}
          extra="对方服务器接收危机提醒的网址，须以 https:// 开头（本机测试可以是 http://localhost 或 http://127.0.0.1）。提醒用应用的密钥签名，不含消息内容；对方约五分钟没有收下的，转给协会的值班人员。"
        >
          <Input maxLength={500} placeholder="https://api.example.cn/alerts" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item
        name="pushUrl"
        label="推送地址（可不填）"
        rules={[createReceiverRule(false)]}
        extra="应用有自己的手机客户端时填写：用户没有打开聊天而有新消息时，对方服务器在这里收到通知，再用自己的推送服务发给手机。通知用应用的密钥签名，不含消息内容。"
      >
        <Input maxLength={500} placeholder="https://api.example.cn/pushes" spellCheck={false} />
      </Form.Item>
    </FormDialog>
  )
}

// Adds or changes one word of the lexicon.
import { App, Form, Input, Radio } from 'antd'
import { useEffect } from 'react'
import { lexiconActions, type LexiconEntry } from '@xinqiao/contract/http/chat/lexicon.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

type WordFields = Pick<LexiconEntry, 'word' | 'action'>
const dialogNotes: Record<keyof typeof lexiconActions, string> = {
  1: '消息照常发出，词语变为星号',
  2: '消息不能发出，并提示发送人',
  3: '消息照常发出，由嵌入聊天的页面自行判断',
}
type WordDialogProps = { word: LexiconEntry | 'new' | null; onClose: () => void; onSaved: () => void }

export function WordDialog({ word, onClose, onSaved }: WordDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<WordFields>()
  useEffect(() => {
    if (word === null) return
    form.resetFields()
    form.setFieldsValue(word === 'new' ? { word: '', action: 1 } : word)
  }, [form, word])
  const [save, busy] = useFormAction(form, async (fields: WordFields) => {
    if (word === null) return
    if (word === 'new') await api('POST /admin/lexicon', fields)
    else await api('PUT /admin/lexicon', { ...fields, id: word.id })
    message.success(word === 'new' ? '已添加' : '已保存')
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      open={word !== null}
      title={word === 'new' ? '添加词语' : '修改词语'}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item
        name="word"
        label="词语"
        rules={requiredTextRules('请填写词语')}
        extra="字间夹的标点和空格、大小写与全角写法会自动识别，不用分别添加"
      >
        <Input maxLength={30} showCount />
      </Form.Item>
      <Form.Item name="action" label="处理方式">
        <Radio.Group
          className="lexicon-actions"
          options={([1, 2, 3] as const).map((value) => ({
            value,
            label: `${lexiconActions[value]}：${dialogNotes[value]}`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  )
}

// Dialog that adds rooms by their numbers.
import { Form, Input, InputNumber } from 'antd'
import type { HotelRoomPlan } from '@xinqiao/contract/http/conference/days.ts'
import { FormDialog } from '../../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../../kit/forms/forms.ts'
import { api } from '../../kit/api/api.ts'

type AddRoomsDialogProps = { id: number; onClose: () => void; onDone: (plan: HotelRoomPlan) => void }

export function AddRoomsDialog({ id, onClose, onDone }: AddRoomsDialogProps) {
  const [form] = Form.useForm<{ names: string; beds: number }>()
  const [add, busy] = useFormAction(form, async ({ names, beds }: { names: string; beds: number }) => {
    const list = names.split(/[\s,，、;；]+/).filter(Boolean)
    onDone(await api('POST /admin/meeting/room', { id, names: list, beds }))
  })
  return (
    <FormDialog
      form={form}
      initialValues={{ beds: 2 }}
      open
      title="添加房间"
      okText="添加"
      isBusy={busy}
      onClose={onClose}
      onSend={add}
    >
      <Form.Item
        name="names"
        label="房号"
        extra="多间以空格或逗号隔开，已有的房号不会重复添加"
        rules={requiredTextRules('请输入房号')}
      >
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="beds" label="每间床位" rules={requiredRules('请输入床位数')}>
        <InputNumber min={1} max={20} precision={0} />
      </Form.Item>
    </FormDialog>
  )
}

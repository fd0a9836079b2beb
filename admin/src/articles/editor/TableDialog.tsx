// Size of a new table.
import { Checkbox, Form, InputNumber, Modal } from 'antd'
import type { Editor } from '@tiptap/core'
import { requiredRules } from '../../kit/forms/forms.ts'

type TableFields = { rows: number; cols: number; withHeaderRow: boolean }

export function TableDialog({ editor, isOpen, onClose }: { editor: Editor; isOpen: boolean; onClose: () => void }) {
  const [form] = Form.useForm<TableFields>()
  const insert = (fields: TableFields) => {
    onClose()
    editor.chain().focus().insertTable(fields).run()
  }
  return (
    <Modal
      open={isOpen}
      title="插入表格"
      okText="插入"
      cancelText="取消"
      width={360}
      onCancel={onClose}
      onOk={form.submit}
      destroyOnHidden
      afterOpenChange={(open) => open && form.focusField('rows')}
    >
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={{ rows: 3, cols: 3, withHeaderRow: true }}
        onFinish={insert}
      >
        <div className="form-pair">
          <Form.Item name="rows" label="行数" rules={requiredRules('请输入行数')}>
            <InputNumber min={1} max={50} precision={0} />
          </Form.Item>
          <Form.Item name="cols" label="列数" rules={requiredRules('请输入列数')}>
            <InputNumber min={1} max={12} precision={0} />
          </Form.Item>
        </div>
        <Form.Item name="withHeaderRow" valuePropName="checked" noStyle>
          <Checkbox>首行作为标题行</Checkbox>
        </Form.Item>
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Modal>
  )
}

// Decision about one or several applications: approve, return for corrections, or refuse with a reason.
import { App, Button, Form, Input, Radio, Select } from 'antd'
import { useEffect } from 'react'
import {
  applicationDecisions,
  individualFields,
  unitFields,
  type ApplicationDecision,
  type MemberKind,
} from '@xinqiao/contract/membership.ts'
import type { DecisionOutcome } from '@xinqiao/contract/http/membership/applications.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { api } from '../kit/api/api.ts'

export type PendingDecision = {
  items: { id: number; version: number }[]
  names: string[]
  /** Kind of the single application, whose fields can be named; null for several ones. */
  kind: MemberKind | null
}
type ApplicationDecisionFields = {
  decision: ApplicationDecision
  reason?: string
  fields?: { name: string; sentence: string }[]
}

/** Result for each application, failed ones first. */
const OutcomeList = ({ decided, failed }: { decided: DecisionOutcome[]; failed: DecisionOutcome[] }) => (
  <ul className="member-outcomes">
    {[...failed, ...decided].map(({ id, name, sentence }) => (
      <li key={id}>
        <strong>{name || `申请${id}`}</strong>：{sentence}
      </li>
    ))}
  </ul>
)

type DecideApplicationDialogProps = { deciding: PendingDecision | null; onClose: () => void; onDone: () => void }

export function DecideApplicationDialog({ deciding, onClose, onDone }: DecideApplicationDialogProps) {
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<ApplicationDecisionFields>()
  const decision = Form.useWatch('decision', form)
  useEffect(() => {
    if (deciding) form.resetFields()
  }, [form, deciding])
  const [send, busy] = useFormAction(
    form,
    async ({ decision: chosen, reason = '', fields = [] }: ApplicationDecisionFields) => {
      if (!deciding) return
      const fieldReasons = Object.fromEntries(fields.map(({ name, sentence }) => [name, sentence]))
      const { decided, failed } = await api('POST /admin/memberApplication/decide', {
        items: deciding.items,
        decision: chosen,
        reason,
        fieldReasons: chosen === 'return' ? fieldReasons : {},
      })
      if (failed.length > 0)
        modal.warning({
          title: `${decided.length}份已处理，${failed.length}份没有处理`,
          content: <OutcomeList decided={decided} failed={failed} />,
          okText: '知道了',
        })
      else message.success(`${decided.length}份申请已处理：${applicationDecisions[chosen]}`)
      onDone()
    },
  )
  const fieldTitles = deciding?.kind === 'unit' ? unitFields : individualFields
  return (
    <FormDialog
      form={form}
      initialValues={{ decision: 'approve' }}
      open={deciding !== null}
      title={
        deciding && deciding.items.length > 1
          ? `审核${deciding.items.length}份申请`
          : `审核：${deciding?.names[0] ?? ''}`
      }
      okText="提交"
      isBusy={busy}
      width={620}
      onClose={onClose}
      onSend={send}
    >
      {deciding && deciding.items.length > 1 && <p className="hint">{deciding.names.join('、')}</p>}
      <Form.Item name="decision" label="审核结果">
        <Radio.Group
          optionType="button"
          options={Object.entries(applicationDecisions).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      {decision === 'return' && deciding?.kind && (
        <Form.List name="fields">
          {(rows, { add, remove }) => (
            <div className="member-field-reasons">
              <p>需要补充或更正的内容</p>
              {rows.map(({ key, name }) => (
                <div key={key} className="member-field-reason">
                  <Form.Item name={[name, 'name']} rules={requiredRules('请选择内容')}>
                    <Select
                      aria-label="内容"
                      placeholder="内容"
                      virtual={false}
                      options={Object.entries(fieldTitles).map(([value, label]) => ({ value, label }))}
                    />
                  </Form.Item>
                  <Form.Item name={[name, 'sentence']} rules={requiredTextRules('请填写说明')}>
                    <Input aria-label="说明" placeholder="如：请填写单位全称" maxLength={200} />
                  </Form.Item>
                  <Button type="link" onClick={() => remove(name)}>
                    删除
                  </Button>
                </div>
              ))}
              <Button onClick={() => add()}>添加一项</Button>
            </div>
          )}
        </Form.List>
      )}
      <Form.Item
        name="reason"
        label={decision === 'approve' ? '备注（可以不填，申请人可见）' : '理由（申请人可见）'}
        rules={decision === 'reject' ? [{ required: true, whitespace: true, message: '请填写理由' }] : []}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  )
}

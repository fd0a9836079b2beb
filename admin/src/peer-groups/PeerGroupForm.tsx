// Texts, capacity and leaders of a peer group. After publication, a leader can be replaced only if
// they may no longer lead.
import { Alert, App, Button, Form, Input, InputNumber, Radio } from 'antd'
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StaffPeerGroup } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { peerGroupKinds } from '@xinqiao/contract/peer-groups.ts'
import { api } from '../kit/api/api.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, requiredRules, requiredTextRules, useFormAction } from '../kit/forms/forms.ts'

type PeerGroupFields = Pick<
  StaffPeerGroup,
  'kind' | 'title' | 'summary' | 'description' | 'rules' | 'capacity' | 'startsOn' | 'endsOn' | 'leader' | 'coLeader'
>
/** `group` is null for a new one. */
type PeerGroupFormProps = { group: StaffPeerGroup | null; onSaved: (id: number) => void }

/** Labels of the fields whose changes by others are shown. */
const sharedLabels = {
  title: '小组名称',
  summary: '一句话介绍',
  description: '小组介绍',
  rules: '小组规则',
  capacity: '名额',
  startsOn: '开始日期',
  endsOn: '结束日期',
  leader: '带领者账号',
  coLeader: '协同带领者账号',
} as const

const emptyGroup = { kind: 'peer', capacity: 12, coLeader: '', startsOn: '', endsOn: '' }

export function PeerGroupForm({ group, onSaved }: PeerGroupFormProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<PeerGroupFields>()
  /** The group as others have saved it since the form was opened. */
  const [other, setOther] = useState<StaffPeerGroup | null>(null)
  const guard = useFormGuard()
  const isPublished = group !== null && group.state !== 'draft' && group.state !== 'proposed'
  const isLeaderFixed = isPublished && !group.needsLeader
  const isCoLeaderFixed = isLeaderFixed && group.hasCoLeaderAgreed && group.coLeader !== ''
  /** Keeps what was typed when others have saved in between; saving again replaces their changes. */
  const readOther = async (id: number, failure: unknown) => {
    if (failure instanceof Failure && failure.reason === 'changedMeanwhile')
      setOther(await api('GET /admin/peerGroup', { id }))
    throw failure
  }
  const [save, busy] = useFormAction(form, async ({ coLeader, kind, ...fields }: PeerGroupFields) => {
    const draft = { ...fields, coLeader: coLeader ?? '' }
    const id = group ? group.id : (await api('POST /admin/peerGroup', { ...draft, kind })).id
    if (group) {
      const change = { id, ...draft, edition: (other ?? group).edition }
      await api('PUT /admin/peerGroup', change).catch((failure: unknown) => readOther(id, failure))
      setOther(null)
    }
    guard.settle()
    message.success('保存成功')
    onSaved(id)
  })
  return (
    <Form
      form={form}
      className="panel"
      layout="vertical"
      initialValues={group ?? emptyGroup}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <h2>小组资料</h2>
      <Form.Item
        name="kind"
        label="类型"
        extra="团体辅导：由咨询师带领，每位来访者须同意知情同意书才能加入。建立后不能更改"
      >
        <Radio.Group
          disabled={group !== null}
          options={Object.entries(peerGroupKinds).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      <Form.Item name="title" label="小组名称" rules={requiredTextRules('请输入小组名称')}>
        <Input maxLength={30} showCount />
      </Form.Item>
      <Form.Item name="summary" label="一句话介绍" rules={requiredTextRules('请输入一句话介绍')}>
        <Input maxLength={80} showCount />
      </Form.Item>
      <Form.Item
        name="description"
        label="小组介绍"
        extra="面向谁、怎样进行、持续多久"
        rules={requiredTextRules('请输入小组介绍')}
      >
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
      <Form.Item
        name="rules"
        label="小组规则"
        extra="申请人须同意后才能提交"
        rules={requiredTextRules('请输入小组规则')}
      >
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="capacity" label="名额（不含带领者）" rules={requiredRules('请输入名额')}>
        <InputNumber precision={0} />
      </Form.Item>
      <Form.Item name="startsOn" label="开始日期（选填）">
        <Input type="date" />
      </Form.Item>
      <Form.Item name="endsOn" label="结束日期（选填）">
        <Input type="date" />
      </Form.Item>
      <Form.Item
        name="leader"
        label="带领者账号"
        extra={
          isPublished
            ? '带领者还能带领时，发布后不能更换；新的带领者看不到此前的内容'
            : '团体辅导须是在咨询师名录里公开的咨询师；同伴小组也可以是您指定的用户。对方的姓名或昵称会公开显示'
        }
        rules={requiredTextRules('请输入带领者的账号')}
      >
        <Input maxLength={30} disabled={isLeaderFixed} />
      </Form.Item>
      <Form.Item
        name="coLeader"
        label="协同带领者账号（选填）"
        extra={
          isCoLeaderFixed
            ? '在小组中时不能更换'
            : '团体辅导的协同带领者会收到通知，同意后才能发布；发布后补上的，同意后才加入'
        }
      >
        <Input maxLength={30} disabled={isCoLeaderFixed} />
      </Form.Item>
      {group && other && <OtherChanges before={group} now={other} />}
      <Button type="primary" htmlType="submit" loading={busy}>
        保存
      </Button>
    </Form>
  )
}

/** Lists the fields that others have saved since the form was opened. */
function OtherChanges({ before, now }: { before: StaffPeerGroup; now: StaffPeerGroup }) {
  const names = Object.keys(sharedLabels) as (keyof typeof sharedLabels)[]
  const changedNames = names.filter((name) => before[name] !== now[name])
  return (
    <Alert
      className="note-above"
      type="warning"
      showIcon
      title="小组资料刚刚被他人修改，您写的还在这里"
      description={
        <>
          <ul>
            {changedNames.map((name) => (
              <li key={name} className="keeps-lines">
                {sharedLabels[name]}现在是：{now[name] || '（空）'}
              </li>
            ))}
          </ul>
          <p>再次保存，会用您写的替换这些内容。</p>
        </>
      }
    />
  )
}

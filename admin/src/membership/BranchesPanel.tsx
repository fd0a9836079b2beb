// The branches that review applications first, and their accounts.
import { App, Button, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import type { BranchReviewer, StaffBranch } from '@xinqiao/contract/http/membership/branches.ts'
import { useAction, useLoaded } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, EmptyList, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'

const loadBranchesAndReviewers = async () => {
  const [branches, reviewers] = await Promise.all([
    api('GET /admin/memberBranches', {}),
    api('GET /admin/memberBranch/reviewers', {}),
  ])
  return { branches, reviewers }
}

export function BranchesPanel() {
  const { data, error, reload } = useLoaded('branches', loadBranchesAndReviewers)
  const [editedBranch, setEditedBranch] = useState<StaffBranch | 'new' | null>(null)
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <section className="panel">
      <h2>分支机构</h2>
      <p className="hint">开启两级审核后，申请人可以选择由哪个分支机构初审；没有选择的由秘书处初审。</p>
      {data.branches.length === 0 && <EmptyList message="还没有分支机构，初审由秘书处进行" />}
      <ul className="member-lines">
        {data.branches.map((branch) => (
          <li key={branch.id}>
            <span>
              {branch.name}
              {!branch.enabled && '（已停用）'}
            </span>
            <span>
              {branch.reviewers.length > 0 ? `审核：${branch.reviewers.join('、')}` : '还没有审核账号'}
              {branch.waiting > 0 && `，${branch.waiting}份待初审`}
              <Button type="link" aria-label={`修改：${branch.name}`} onClick={() => setEditedBranch(branch)}>
                修改
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <p className="member-tags member-after">
        <Button onClick={() => setEditedBranch('new')}>新增分支机构</Button>
      </p>
      {data.branches.length > 0 && (
        <>
          <h3>审核账号所属</h3>
          <ul className="member-lines">
            {data.reviewers.map((reviewer) => (
              <ReviewerField key={reviewer.id} reviewer={reviewer} branches={data.branches} onChanged={reload} />
            ))}
          </ul>
        </>
      )}
      {editedBranch && (
        <BranchDialog
          edited={editedBranch}
          onClose={() => setEditedBranch(null)}
          onDone={() => {
            setEditedBranch(null)
            reload()
          }}
        />
      )}
    </section>
  )
}

type ReviewerFieldProps = { reviewer: BranchReviewer; branches: StaffBranch[]; onChanged: () => void }

function ReviewerField({ reviewer, branches, onChanged }: ReviewerFieldProps) {
  const { message } = App.useApp()
  const [assign, busy] = useAction(async (chosen: number) => {
    await api('PUT /admin/memberBranch/reviewer', { accountId: reviewer.id, ...(chosen > 0 && { branchId: chosen }) })
    message.success('已保存')
    onChanged()
  })
  return (
    <li>
      <span>
        {reviewer.name || reviewer.username} <span className="hint">{reviewer.username}</span>
      </span>
      <Select
        aria-label={`${reviewer.username}所属`}
        className="member-branch"
        virtual={false}
        loading={busy}
        value={reviewer.branchId ?? 0}
        options={[{ value: 0, label: '秘书处' }, ...branches.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(chosen) => void assign(chosen)}
      />
    </li>
  )
}

type BranchFields = Pick<StaffBranch, 'name' | 'position' | 'enabled'>
type BranchDialogProps = { edited: StaffBranch | 'new'; onClose: () => void; onDone: () => void }

function BranchDialog({ edited, onClose, onDone }: BranchDialogProps) {
  const { message } = App.useApp()
  const [form] = Form.useForm<BranchFields>()
  const isNew = edited === 'new'
  const [save, busy] = useFormAction(form, async (fields: BranchFields) => {
    await (isNew
      ? api('POST /admin/memberBranch', fields)
      : api('PUT /admin/memberBranch', { ...fields, id: edited.id }))
    message.success('已保存')
    onDone()
  })
  return (
    <FormDialog
      form={form}
      initialValues={isNew ? { name: '', position: 0, enabled: true } : edited}
      open
      title={isNew ? '新增分支机构' : '修改分支机构'}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item name="name" label="名称" rules={requiredTextRules('请输入分支机构名称')}>
        <Input maxLength={40} placeholder="如：青州市分会" />
      </Form.Item>
      <Form.Item name="position" label="排序" extra="数字小的在前">
        <InputNumber min={0} max={999} precision={0} />
      </Form.Item>
      <Form.Item name="enabled" label="可以选择" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Form.Item>
    </FormDialog>
  )
}

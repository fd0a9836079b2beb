// Levels and their fees. A fee cannot be edited: a new one is entered with its resolution.
import { App, Button, DatePicker, Form, Input, InputNumber, Select, Switch } from 'antd'
import type { Dayjs } from 'dayjs'
import { useEffect, useRef, useState } from 'react'
import { formatTerm, memberKinds } from '@xinqiao/contract/membership.ts'
import type { StaffLevel } from '@xinqiao/contract/http/membership/levels.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { useAction } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredRules, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api, upload } from '../kit/api/api.ts'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import './membership.css'

export function LevelsPage() {
  const { role } = useStaff()
  const loaded = useApi('GET /admin/memberLevels', {})
  const [editedLevel, setEditedLevel] = useState<StaffLevel | 'new' | null>(null)
  const [priced, setPriced] = useState<StaffLevel | null>(null)
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  if (!loaded.data) return <LoadingView />
  const mayChange = role === 'administrator'
  const close = (changed: boolean) => {
    setEditedLevel(null)
    setPriced(null)
    if (changed) loaded.reload()
  }
  return (
    <>
      <ScreenHead
        title="会员类别与会费"
        lead="会费标准由会员代表大会决议，固定不浮动；新标准从生效日起执行，旧标准保留"
      >
        {mayChange && (
          <Button type="primary" onClick={() => setEditedLevel('new')}>
            新增类别
          </Button>
        )}
      </ScreenHead>
      {loaded.data.length === 0 && <EmptyList message="还没有会员类别" />}
      {loaded.data.map((level) => (
        <section key={level.id} className="panel">
          <h2>
            {level.title}
            {!level.enabled && '（已停用）'}
          </h2>
          <p className="hint">
            {memberKinds[level.kind]}，现有{level.members}名有效会员
            {level.kind === 'unit' && `，${level.seats}个席位`}
            {level.description && `；${level.description}`}
          </p>
          {level.fees.length === 0 && <p>还没有会费标准</p>}
          <ol className="member-lines">
            {level.fees.map((fee) => (
              <li key={fee.id}>
                <span>
                  自 {fee.effectiveFrom} 起 <strong>{formatYuan(fee.cents)}元</strong>／{formatTerm(fee.termMonths)}
                </span>
                <span>
                  {fee.decidedOn} {fee.decision} {fee.file && <a href={fee.file.url}>{fee.file.name}</a>}
                </span>
              </li>
            ))}
          </ol>
          {mayChange && (
            <p className="member-tags member-after">
              <Button onClick={() => setPriced(level)}>登记新的会费标准</Button>
              <Button onClick={() => setEditedLevel(level)}>修改类别</Button>
            </p>
          )}
        </section>
      ))}
      <LevelDialog edited={editedLevel} onClose={close} />
      <FeeDialog level={priced} onClose={close} />
    </>
  )
}

type LevelFields = Pick<StaffLevel, 'kind' | 'title' | 'description' | 'seats' | 'enabled' | 'position'>
const fresh: LevelFields = { kind: 'individual', title: '', description: '', seats: 1, enabled: true, position: 0 }

function LevelDialog({ edited, onClose }: { edited: StaffLevel | 'new' | null; onClose: (changed: boolean) => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<LevelFields>()
  const kind = Form.useWatch('kind', form)
  useEffect(() => {
    if (edited) form.setFieldsValue(edited === 'new' ? fresh : edited)
  }, [edited, form])
  const [save, busy] = useFormAction(form, async (fields: LevelFields) => {
    if (edited === 'new') await api('POST /admin/memberLevel', { ...fresh, ...fields })
    else if (edited) {
      const { kind: _kind, ...rest } = { ...fresh, ...fields }
      await api('PUT /admin/memberLevel', { ...rest, id: edited.id })
    }
    message.success('已保存')
    onClose(true)
  })
  return (
    <FormDialog
      form={form}
      open={edited !== null}
      title={edited === 'new' ? '新增会员类别' : '修改会员类别'}
      isBusy={busy}
      onClose={() => onClose(false)}
      onSend={save}
    >
      <Form.Item name="kind" label="会员种类">
        <Select
          disabled={edited !== 'new'}
          options={Object.entries(memberKinds).map(([value, label]) => ({ value, label }))}
        />
      </Form.Item>
      <Form.Item name="title" label="类别名称" rules={requiredTextRules('请输入类别名称')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="description" label="说明">
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="seats" label="席位数（含会员代表）" hidden={kind !== 'unit'}>
        <InputNumber min={1} max={500} precision={0} />
      </Form.Item>
      <Form.Item name="position" label="排序" extra="数字小的在前">
        <InputNumber min={0} max={999} precision={0} />
      </Form.Item>
      <Form.Item name="enabled" label="可以申请" valuePropName="checked">
        <Switch checkedChildren="启用" unCheckedChildren="停用" />
      </Form.Item>
    </FormDialog>
  )
}

type FeeFields = { yuan: number; termMonths: number; effectiveFrom: Dayjs; decision: string; decidedOn: Dayjs }

function FeeDialog({ level, onClose }: { level: StaffLevel | null; onClose: (changed: boolean) => void }) {
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<FeeFields>()
  const chooser = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<{ key: string; name: string } | null>(null)
  useEffect(() => {
    if (level) form.resetFields()
  }, [form, level])
  const [send, isSending] = useAction(async (chosen: File) =>
    setFile(await upload<{ key: string; name: string }>('/admin/memberFee/file', chosen)),
  )
  const [save, busy] = useFormAction(form, async (fields: FeeFields) => {
    if (!level) return
    await api('POST /admin/memberFee', {
      levelId: level.id,
      cents: Math.round(fields.yuan * 100),
      termMonths: fields.termMonths,
      effectiveFrom: fields.effectiveFrom.format('YYYY-MM-DD'),
      decision: fields.decision,
      decidedOn: fields.decidedOn.format('YYYY-MM-DD'),
      fileKey: file?.key,
    })
    message.success('已登记新的会费标准')
    setFile(null)
    onClose(true)
  })
  const confirmFee = (fields: FeeFields) =>
    modal.confirm({
      title: '登记后不能修改，确定吗？',
      content: `${level?.title}：${fields.yuan.toFixed(2)}元／${formatTerm(fields.termMonths)}，自${fields.effectiveFrom.format('YYYY-MM-DD')}起执行。`,
      okText: '登记',
      cancelText: '再看看',
      onOk: () => save(fields),
    })
  return (
    <FormDialog
      form={form}
      initialValues={{ termMonths: 12 }}
      open={level !== null}
      title={`登记会费标准：${level?.title ?? ''}`}
      okText="登记"
      isBusy={busy}
      onClose={() => onClose(false)}
      onSend={confirmFee}
    >
      <Form.Item name="yuan" label="金额（元）" rules={requiredRules('请输入金额')}>
        <InputNumber min={0} max={100_000} precision={2} />
      </Form.Item>
      <Form.Item name="termMonths" label="会期（月）" rules={requiredRules('请填写会期')}>
        <InputNumber min={1} max={120} precision={0} />
      </Form.Item>
      <Form.Item name="decidedOn" label="决议日期" rules={requiredRules('请选择日期')}>
        <DatePicker />
      </Form.Item>
      <Form.Item name="decision" label="决议名称或文号" rules={requiredTextRules('请填写决议名称或文号')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="effectiveFrom" label="生效日期" rules={requiredRules('请选择日期')}>
        <DatePicker />
      </Form.Item>
      <p className="member-tags">
        <Button loading={isSending} onClick={() => chooser.current?.click()}>
          {file ? '更换决议文件' : '上传决议文件'}
        </Button>
        {file?.name ?? <span className="hint">PDF、JPG 或 PNG，可以不传；与会费标准一起公开</span>}
        <input
          ref={chooser}
          type="file"
          accept=".pdf,.jpg,.png"
          hidden
          aria-label="决议文件"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            target.value = ''
            if (chosen) void send(chosen)
          }}
        />
      </p>
    </FormDialog>
  )
}

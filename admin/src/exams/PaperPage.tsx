// Creates a paper from questions of the bank, or from rules that draw them. It is ready when its scores sum up to 100.
import { App, Button, Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import type { StaffPaper } from '@xinqiao/contract/http/exams/bank.ts'
import { examKindIds } from '@xinqiao/contract/exams.ts'
import { errorMessageOf, useAction } from '../kit/api/hooks.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { Link, navigate } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './exams.css'
import { ItemsPanel, type PaperItem } from './ItemsPanel.tsx'
import { RulesField, RulesList, type DrawRule } from './RulesField.tsx'
import { partialOptions } from './labels.ts'

type PaperFields = { name: string; kind: 'fixed' | 'drawn'; partial: 'none' | 'half' | 'each'; rules?: DrawRule[] }

const newPaper: PaperFields = {
  name: '',
  kind: 'fixed',
  partial: 'half',
  rules: [{ examType: examKindIds.singleChoice, count: 10, score: 5 }],
}

function toPaperDraft({ name, kind, partial, rules = [] }: PaperFields, items: readonly PaperItem[]) {
  const toRule = (rule: DrawRule) => ({
    ...rule,
    subject: rule.subject || null,
    difficulty: rule.difficulty ?? null,
  })
  return {
    name,
    kind,
    partial,
    items: kind === 'fixed' ? items.map(({ versionId, score }) => ({ versionId, score })) : [],
    rules: kind === 'drawn' ? rules.map(toRule) : [],
  }
}

function BasicFields() {
  return (
    <section className="panel">
      <Form.Item name="name" label="试卷名称" rules={requiredTextRules('请填写试卷名称')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="kind" label="组卷方式">
        <Radio.Group
          options={[
            { value: 'fixed', label: '固定试卷：所有考生题目相同' },
            { value: 'drawn', label: '随机组卷：按规则为每名考生抽题' },
          ]}
        />
      </Form.Item>
      <Form.Item name="partial" label="多选题计分">
        <Select options={partialOptions} />
      </Form.Item>
    </section>
  )
}

/** Steps of a stored paper: finish, copy and delete it. */
function usePaperActions(paper: StaffPaper | null, onChanged: () => void) {
  const { message, modal } = App.useApp()
  const [finish, isFinishing] = useAction(async () => {
    await api('POST /admin/exam/paper/ready', { id: paper!.id, version: paper!.version })
    message.success('试卷已定稿')
    onChanged()
  })
  const [copy, isCopying] = useAction(async () => {
    const { id } = await api('POST /admin/exam/paper/copy', { id: paper!.id })
    navigate(`/exam-papers/${id}`)
  })
  const remove = () =>
    void modal.confirm({
      title: '删除这份试卷吗？',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('DELETE /admin/exam/paper', { id: paper!.id, version: paper!.version })
          navigate('/exam-papers', { force: true })
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  return { finish, isFinishing, copy, isCopying, remove }
}

function PaperForm({ paper, onChanged }: { paper: StaffPaper | null; onChanged: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<PaperFields>()
  const kind = Form.useWatch('kind', form) ?? paper?.kind ?? 'fixed'
  const rules = (Form.useWatch('rules', form) ?? paper?.rules ?? []) as (DrawRule | undefined)[]
  const [items, setItems] = useState<PaperItem[]>(paper?.items ?? [])
  const guard = useFormGuard()
  const isReady = paper?.state === 'ready'
  const total =
    kind === 'fixed'
      ? items.reduce((sum, item) => sum + item.score, 0)
      : rules.reduce((sum, rule) => sum + (rule?.count ?? 0) * (rule?.score ?? 0), 0)

  const [save, isSaving] = useFormAction(form, async (fields: PaperFields) => {
    const draft = toPaperDraft(fields, items)
    const savedPaper = paper
      ? await api('PUT /admin/exam/paper', { ...draft, id: paper.id, version: paper.version })
      : await api('POST /admin/exam/paper', draft)
    guard.settle()
    message.success('保存成功')
    if (paper) onChanged()
    else navigate(`/exam-papers/${savedPaper.id}`, { replace: true, force: true })
  })
  const { finish, isFinishing, copy, isCopying, remove } = usePaperActions(paper, onChanged)

  return (
    <Form
      form={form}
      layout="vertical"
      disabled={isReady}
      initialValues={paper ?? newPaper}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
    >
      <BasicFields />
      <section className="panel">
        <h2>
          {kind === 'fixed' ? '试题' : '抽题规则'}（合计{total}分，应为100分）
        </h2>
        {kind === 'fixed' ? (
          <ItemsPanel
            items={items}
            isFixed={isReady}
            onChange={(next) => {
              setItems(next)
              guard.touch()
            }}
          />
        ) : isReady ? (
          <RulesList rules={paper.rules} />
        ) : (
          <RulesField available={paper?.rules.map((rule) => rule.available) ?? []} />
        )}
      </section>
      <div className="exam-bar exam-foot">
        {!isReady && (
          <Button type="primary" htmlType="submit" loading={isSaving}>
            保存
          </Button>
        )}
        {paper && !isReady && (
          <>
            <Button disabled={guard.isDirty} loading={isFinishing} onClick={() => finish()}>
              定稿
            </Button>
            <Button danger onClick={remove}>
              删除
            </Button>
          </>
        )}
        {paper && (
          <Button disabled={false} loading={isCopying} onClick={() => copy()}>
            复制一份
          </Button>
        )}
        {guard.isDirty && <span className="hint">保存后可以定稿</span>}
      </div>
    </Form>
  )
}

export function PaperPage({ id }: ScreenProps) {
  const { data, error, reload } = useApi('GET /admin/exam/paper', id === '' ? null : { id: Number(id) })
  if (id === '')
    return (
      <>
        <ScreenHead title="新建试卷" />
        <PaperForm paper={null} onChanged={reload} />
      </>
    )
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/exam-papers">返回列表</Link>} />
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead title={data.name} lead={data.state === 'ready' ? '已定稿，不再改变；需要修改请复制一份' : '未定稿'} />
      <PaperForm key={`${data.id} ${data.version}`} paper={data} onChanged={reload} />
    </>
  )
}

// Moderation rules: watched words with their actions, and the tags of questions.
import { Button, Form, Input, InputNumber, Select, Switch, Table, Tag } from 'antd'
import { useEffect, useState } from 'react'
import { wordActions, type WordAction } from '@xinqiao/contract/questions.ts'
import type { StaffDomain } from '@xinqiao/contract/http/qa/staff.ts'
import { useAction } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { focusFirstError, useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

const actionOptions = Object.entries(wordActions).map(([value, label]) => ({ value, label }))

export function ModerationPage() {
  return (
    <>
      <ScreenHead title="词库与标签" lead="敏感词在提问与回答时即时生效；标签用于提问分类和咨询师的擅长领域" />
      <WordList />
      <DomainsPanel />
    </>
  )
}

function WordList() {
  const loaded = useApi('GET /admin/words', {})
  const [form] = Form.useForm<{ word: string; action: WordAction }>()
  const [add, isAdding] = useFormAction(form, async (fields: { word: string; action: WordAction }) => {
    await api('POST /admin/word', fields)
    form.resetFields(['word'])
    loaded.reload()
  })
  const [remove] = useAction(async (id: number) => {
    await api('DELETE /admin/word', { id })
    loaded.reload()
  })
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  return (
    <section className="panel">
      <h2>敏感词</h2>
      <Form
        form={form}
        layout="inline"
        initialValues={{ action: 'hold' }}
        onFinish={add}
        onFinishFailed={focusFirstError(form)}
        className="word-form"
      >
        <Form.Item name="word" label="词语" rules={requiredTextRules('请输入词语')}>
          <Input maxLength={30} />
        </Form.Item>
        <Form.Item name="action" label="处理方式">
          <Select options={actionOptions} className="short-field" />
        </Form.Item>
        <Button htmlType="submit" type="primary" loading={isAdding}>
          添加
        </Button>
      </Form>
      {!loaded.data ? (
        <LoadingView />
      ) : loaded.data.length === 0 ? (
        <EmptyList message="还没有敏感词" />
      ) : (
        <ul className="word-list">
          {loaded.data.map(({ id, word, action }) => (
            <li key={id}>
              <Tag closable onClose={() => void remove(id)} closeIcon={<span aria-label={`删除${word}`}>×</span>}>
                {word} · {wordActions[action]}
              </Tag>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function DomainsPanel() {
  const loaded = useApi('GET /admin/domains', {})
  const [editedDomain, setEditedDomain] = useState<StaffDomain | 'new' | null>(null)
  if (loaded.error) return <LoadFailed message={loaded.error} onRetry={loaded.reload} />
  return (
    <section className="panel">
      <h2>标签</h2>
      <Button onClick={() => setEditedDomain('new')} className="above-list">
        添加标签
      </Button>
      {loaded.data ? (
        <Table
          rowKey="id"
          size="small"
          dataSource={loaded.data}
          pagination={false}
          scroll={{ x: 560 }}
          columns={[
            {
              title: '标签',
              key: 'name',
              render: (_, { name, synonyms }) => (
                <>
                  {name}
                  <div className="minor-note">{synonyms.join('、') || '还没有同义词'}</div>
                </>
              ),
            },
            { title: '排序', dataIndex: 'position', width: 80 },
            { title: '问题', dataIndex: 'questions', width: 80 },
            { title: '点击', dataIndex: 'clicks', width: 80 },
            { title: '状态', key: 'enabled', width: 90, render: (_, row) => (row.enabled ? '启用' : '停用') },
            {
              title: '操作',
              key: 'edit',
              width: 90,
              // the buttons must be visible on a phone, where the table scrolls sideways
              fixed: 'end',
              render: (_, row) => (
                <Button size="small" onClick={() => setEditedDomain(row)} aria-label={`修改${row.name}`}>
                  修改
                </Button>
              ),
            },
          ]}
        />
      ) : (
        <LoadingView />
      )}
      <DomainDialog
        edited={editedDomain}
        onClose={() => setEditedDomain(null)}
        onSaved={() => {
          setEditedDomain(null)
          loaded.reload()
        }}
      />
    </section>
  )
}

type DomainFields = { name: string; position: number; enabled: boolean; synonyms?: string[] }
type DomainDialogProps = { edited: StaffDomain | 'new' | null; onClose: () => void; onSaved: () => void }

function DomainDialog({ edited, onClose, onSaved }: DomainDialogProps) {
  const [form] = Form.useForm<DomainFields>()
  useEffect(() => {
    if (edited)
      form.setFieldsValue(edited === 'new' ? { name: '', position: 100, enabled: true, synonyms: undefined } : edited)
  }, [form, edited])
  const [save, busy] = useFormAction(form, async (fields: DomainFields) => {
    if (edited === 'new') await api('POST /admin/domain', fields)
    else if (edited) await api('PUT /admin/domain', { id: edited.id, ...fields })
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      open={edited !== null}
      title={edited === 'new' ? '添加标签' : '修改标签'}
      isBusy={busy}
      onClose={onClose}
      onSend={save}
    >
      <Form.Item name="name" label="名称" rules={requiredTextRules('请输入标签名称')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="position" label="排序" extra="小的在前">
        <InputNumber min={0} max={10_000} precision={0} />
      </Form.Item>
      <Form.Item
        name="synonyms"
        label="同义词"
        extra="访客搜索这些词时，也能找到擅长该领域的咨询师。输入一个词后按回车；每个2至20个字。"
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', '，', ',', '、']} maxCount={60} />
      </Form.Item>
      <Form.Item name="enabled" label="启用" valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}

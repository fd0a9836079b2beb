// Credentials of a counsellor: number, validity, scan, and the result of the check.
import { App, Button, DatePicker, Form, Input, Upload } from 'antd'
import { useState } from 'react'
import { credentialStates } from '@xinqiao/contract/counselling.ts'
import { uploadFile } from '@xinqiao/contract/http/client.ts'
import type { StaffCredential } from '@xinqiao/contract/http/counsellors/staff.ts'
import { useAction } from '../kit/api/hooks.ts'
import { FormDialog } from '../kit/forms/FormDialog.tsx'
import { useFormAction, requiredTextRules } from '../kit/forms/forms.ts'
import { EmptyList } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'

const tones = { pending: 'warm', verified: 'good', refused: 'bad' } as const
type CredentialsProps = { counsellorId: number; credentials: StaffCredential[]; onChange: () => void }

export function Credentials({ counsellorId, credentials, onChange }: CredentialsProps) {
  const { modal } = App.useApp()
  const [isNew, setNew] = useState(false)
  const [settle] = useAction(async (id: number, state: 'verified' | 'refused') => {
    await api('POST /admin/credential/settle', { id, state })
    onChange()
  })
  const [upload, isUploading] = useAction(async (id: number, file: File) => {
    await uploadFile('/admin/credential/scan', file, { id: `${id}` })
    onChange()
  })
  const removeCredential = ({ id, title }: StaffCredential) =>
    modal.confirm({
      title: `删除“${title}”吗？`,
      okText: '删除',
      cancelText: '取消',
      onOk: async () => {
        await api('DELETE /admin/credential', { id })
        onChange()
      },
    })
  return (
    <section className="panel">
      <h2>证书</h2>
      <Button onClick={() => setNew(true)} className="above-list">
        登记证书
      </Button>
      {credentials.length === 0 ? (
        <EmptyList message="还没有证书" />
      ) : (
        <ul className="cards">
          {credentials.map((credential) => (
            <li key={credential.id}>
              <strong>{credential.title}</strong>
              <div className="cards-facts">
                <ToneTag tone={tones[credential.state]}>{credentialStates[credential.state]}</ToneTag>
                <span>编号 {credential.number}</span>
                <span>{credential.issuer}</span>
                <span>{credential.validUntil ? `有效期至 ${credential.validUntil.slice(0, 10)}` : '长期有效'}</span>
                {credential.scanUrl ? (
                  <a href={credential.scanUrl} target="_blank" rel="noreferrer">
                    查看扫描件
                  </a>
                ) : (
                  <span>没有扫描件</span>
                )}
              </div>
              <div className="button-row">
                {credential.state !== 'verified' && (
                  <Button size="small" type="primary" onClick={() => settle(credential.id, 'verified')}>
                    核验通过
                  </Button>
                )}
                {credential.state !== 'refused' && (
                  <Button size="small" onClick={() => settle(credential.id, 'refused')}>
                    不通过
                  </Button>
                )}
                <Upload
                  accept=".pdf,.jpg,.png"
                  showUploadList={false}
                  beforeUpload={(file) => {
                    void upload(credential.id, file)
                    return false
                  }}
                >
                  <Button size="small" loading={isUploading}>
                    上传扫描件
                  </Button>
                </Upload>
                <Button size="small" danger onClick={() => removeCredential(credential)}>
                  删除
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NewCredential
        counsellorId={counsellorId}
        isOpen={isNew}
        onClose={() => setNew(false)}
        onAdded={() => {
          setNew(false)
          onChange()
        }}
      />
    </section>
  )
}

type NewCredentialFields = {
  title: string
  number: string
  issuer: string
  validUntil?: { format: (pattern: string) => string }
}
type NewCredentialProps = { counsellorId: number; isOpen: boolean; onClose: () => void; onAdded: () => void }

function NewCredential({ counsellorId, isOpen, onClose, onAdded }: NewCredentialProps) {
  const [form] = Form.useForm<NewCredentialFields>()
  const [add, busy] = useFormAction(form, async ({ validUntil, ...fields }: NewCredentialFields) => {
    await api('POST /admin/credential', {
      counsellorId,
      ...fields,
      validUntil: validUntil?.format('YYYY-MM-DD') ?? '',
    })
    form.resetFields()
    onAdded()
  })
  return (
    <FormDialog form={form} open={isOpen} title="登记证书" isBusy={busy} onClose={onClose} onSend={add}>
      <Form.Item name="title" label="证书名称" rules={requiredTextRules('请输入证书名称')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="number" label="证书编号" rules={requiredTextRules('请输入证书编号')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="issuer" label="发证机构" rules={requiredTextRules('请输入发证机构')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="validUntil" label="有效期至" extra="长期有效的不填">
        <DatePicker />
      </Form.Item>
    </FormDialog>
  )
}

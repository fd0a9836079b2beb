// Issued certificates of every kind. One issued by mistake is revoked with a reason.
import { App, Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { certificateKinds, certificateStates } from '@xinqiao/contract/certificates.ts'
import type { StaffCertificate } from '@xinqiao/contract/http/certificates.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSearch, FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag, type Tone } from '../kit/lists/ToneTag.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

const tones: Record<StaffCertificate['state'], Tone> = { valid: 'good', expired: 'calm', revoked: 'bad' }
const revokeLabels = {
  ok: '撤销',
  label: '撤销理由',
  note: '撤销后不能恢复，公开的核验页面会显示“已撤销”。您的账号、时间和理由会记入审计日志。',
  isDanger: true,
}
const keyLimit = 100
type OnOpenCertificate = (certificate: StaffCertificate) => void

const CertificateStateTag = ({ certificate }: { certificate: StaffCertificate }) => (
  <ToneTag tone={tones[certificate.state]}>{certificateStates[certificate.state]}</ToneTag>
)
const CertificateActions = ({ certificate, open }: { certificate: StaffCertificate; open: OnOpenCertificate }) => (
  <div className="row-actions">
    <Button
      type="link"
      href={withQuery(routes.certificate, { no: certificate.number })}
      target="_blank"
      rel="noreferrer"
      aria-label={`核验：${certificate.number}`}
    >
      核验
    </Button>
    {certificate.state !== 'revoked' && (
      <Button type="link" danger aria-label={`撤销：${certificate.number}`} onClick={() => open(certificate)}>
        撤销
      </Button>
    )}
  </div>
)

const createCertificateColumns = (open: OnOpenCertificate): TableColumnsType<StaffCertificate> => [
  { title: '状态', key: 'state', width: 120, render: (_, row) => <CertificateStateTag certificate={row} /> },
  { title: '编号', dataIndex: 'number', width: 190, className: 'nowrap' },
  { title: '种类', key: 'kind', width: 140, render: (_, row) => certificateKinds[row.kind] },
  { title: '持证人', dataIndex: 'holder', width: 160 },
  {
    title: '内容',
    key: 'title',
    render: (_, row) => (
      <>
        {row.title}
        {row.reason && <div className="hint">撤销：{row.reason}</div>}
      </>
    ),
  },
  { title: '颁发日期', dataIndex: 'issuedOn', width: 120, className: 'nowrap' },
  { title: '有效期至', key: 'until', width: 120, className: 'nowrap', render: (_, row) => row.validUntil ?? '—' },
  {
    title: '操作',
    key: 'actions',
    width: 140,
    render: (_, row) => <CertificateActions certificate={row} open={open} />,
  },
]

const CertificateCard = ({ certificate, open }: { certificate: StaffCertificate; open: OnOpenCertificate }) => (
  <>
    <strong>{certificate.number}</strong>
    <div className="cards-facts">
      <CertificateStateTag certificate={certificate} />
      <span>{certificateKinds[certificate.kind]}</span>
      <span>{certificate.holder}</span>
      <span>{certificate.title}</span>
      <span>{certificate.issuedOn} 颁发</span>
    </div>
    {certificate.reason && <p>撤销：{certificate.reason}</p>}
    <CertificateActions certificate={certificate} open={open} />
  </>
)

export function CertificatesPage() {
  const { page, key, chosen } = useListAddress(keyLimit)
  const { message } = App.useApp()
  const kind = chosen('kind', certificateKinds)
  const query = { page, size: pageSize, kind, key }
  const loaded = useApi('GET /admin/certificates', query)
  const [openCertificate, setOpenCertificate] = useState<StaffCertificate | null>(null)
  return (
    <>
      <ScreenHead title="证书" lead="会员证书与各类证明；颁发有误的可以撤销" />
      <search className="filters">
        <FilterSelect name="kind" label="按种类筛选" all="全部种类" labels={certificateKinds} />
        <FilterSearch label="搜索证书" placeholder="证书编号或持证人全名" limit={keyLimit} />
      </search>
      <PagedList
        loaded={loaded}
        columns={createCertificateColumns(setOpenCertificate)}
        renderCard={(row) => <CertificateCard certificate={row} open={setOpenCertificate} />}
        empty={<EmptyList message={kind || key ? '没有符合条件的证书' : '还没有颁发过证书'} />}
        unit="份"
        minWidth={1080}
      />
      <ReasonDialog
        title={openCertificate && `撤销证书：${openCertificate.number}`}
        labels={revokeLabels}
        onClose={() => setOpenCertificate(null)}
        onConfirm={async (reason) => {
          try {
            await api('POST /admin/certificate/revoke', { number: openCertificate?.number ?? '', reason })
            message.success('证书已撤销')
            setOpenCertificate(null)
          } catch (error) {
            message.error(errorMessageOf(error))
          }
          loaded.reload()
        }}
      />
    </>
  )
}

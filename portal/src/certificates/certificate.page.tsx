// Public check of a certificate by its number, to which the printed code leads. It works without scripts and shows only
// the data that a check needs.
import { certificateKinds, certificateStates, type CertificateState } from '@xinqiao/contract/certificates.ts'
import type { CheckedCertificate } from '@xinqiao/contract/http/certificates.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { fieldId } from '@xinqiao/ui/Field.tsx'
import { PageHead } from '../frame/PageHead.tsx'
import { definePage, type PageContext } from '../page.ts'

type CertificateCheck = { number: string; found: CheckedCertificate | null }

const title = '证书核验'

export const certificatePage = definePage<CertificateCheck>({
  params: ['no'],
  cached: false,
  indexed: false,
  async load({ api, url }) {
    const number = (url.searchParams.get('no') ?? '').trim().slice(0, 40)
    return { number, found: number ? await api('GET /certificate/check', { no: number }) : null }
  },
  head: () => ({ title, description: '输入证书编号，核验本会颁发的证书。', canonical: routes.certificate }),
  View: ({ data: { number, found }, site }) => (
    <div className="frame max-w-[46rem]">
      <PageHead title={title} lead="扫描证书上的二维码，或输入证书编号，核验由本会颁发的会员证书与各类证明。" />
      <Card>
        <form method="get" action={routes.certificate} className="flex flex-col gap-3 sm:flex-row sm:items-end">
          <div className="min-w-0 flex-1">
            <label htmlFor={fieldId('no')} className="mb-1.5 block text-compact font-semibold text-ink">
              证书编号
            </label>
            <input
              id={fieldId('no')}
              name="no"
              required
              defaultValue={number}
              maxLength={40}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              placeholder="如 XQ26-7K3QM-9XFDT"
              className="min-h-12 w-full rounded-lg border border-control bg-surface px-3.5 text-base tracking-wide text-ink hover:border-brand"
            />
          </div>
          <button
            type="submit"
            className="inline-flex min-h-12 items-center justify-center rounded-full bg-brand px-8 font-semibold text-white hover:bg-brand-deep"
          >
            核验
          </button>
        </form>
        {number && (
          <section aria-label="核验结果" className="mt-7 border-t border-line pt-7">
            {found ? <VerificationResult found={found} site={site} /> : <NotFound number={number} site={site} />}
          </section>
        )}
      </Card>
    </div>
  ),
})

const looks: Record<CertificateState, { icon: IconName; className: string }> = {
  valid: { icon: 'check', className: 'bg-success-tint text-success' },
  expired: { icon: 'clock', className: 'bg-warm-tint text-warm-ink' },
  revoked: { icon: 'alert', className: 'bg-danger-tint text-danger' },
}

function VerificationResult({ found, site }: { found: CheckedCertificate; site: PageContext }) {
  const { icon, className } = looks[found.state]
  const facts = [
    ['证书种类', certificateKinds[found.kind]],
    ['证书编号', found.number],
    ['持证人', found.holder],
    ['内容', found.title],
    ['颁发单位', site.settings.name],
    ['颁发日期', found.issuedOn],
    ...(found.validUntil ? [['有效期至', found.validUntil]] : []),
  ]
  return (
    <>
      <h2 className={`mb-5 flex items-center gap-3 rounded-lg px-4 py-3.5 text-lg font-bold ${className}`}>
        <Icon name={icon} className="size-6" />
        {found.state === 'valid' ? '证书真实有效' : `该证书${certificateStates[found.state]}`}
      </h2>
      <dl className="divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex gap-4 py-2.5">
            <dt className="w-20 shrink-0 text-muted">{name}</dt>
            <dd className="min-w-0 font-medium text-ink tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">为保护个人信息，持证人姓名只显示一部分，请与证书上的姓名比对。</p>
    </>
  )
}

const NotFound = ({ number, site }: { number: string; site: PageContext }) => (
  <>
    <h2 className="mb-3 flex items-center gap-3 rounded-lg bg-danger-tint px-4 py-3.5 text-lg font-bold text-danger">
      <Icon name="alert" className="size-6" />
      没有找到这个编号的证书
    </h2>
    <p>
      您输入的编号是“{number}”。请检查是否有误；如确认无误，该证书可能不是本会颁发的，请联系协会秘书处
      {site.settings.phone && `（${site.settings.phone}）`}核实。
    </p>
  </>
)

// Credits of continuing education by entry, and their certificates.
import type { OwnCertificate } from '@xinqiao/contract/http/certificates.ts'
import { certificateKinds, certificateStates } from '@xinqiao/contract/certificates.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { PageHead } from '../../frame/PageHead.tsx'
import { definePage, Redirect } from '../../page.ts'

type CreditLedger = {
  total: number
  entries: readonly {
    id: number
    meetingTitle: string
    title: string
    credits: number
    earnedOn: string
    number: string
    lectureId: number | null
    isVoid: boolean
  }[]
}
type CreditsData = { ledger: CreditLedger; certificates: readonly OwnCertificate[] }

const title = '我的学分与证书'
const link = 'text-brand-deep underline underline-offset-4'

export const creditsPage = definePage<CreditsData>({
  params: [],
  cached: false,
  indexed: false,
  async load({ api, viewer }) {
    if (!viewer) throw new Redirect(withQuery(routes.login, { next: routes.credits }))
    const [ledger, certificates] = await Promise.all([
      api('GET /activityUser/credits', {}),
      api('GET /certificate/mine', {}),
    ])
    return { ledger, certificates }
  },
  head: () => ({ title, description: '继续教育学分记录与电子证书。', canonical: routes.credits }),
  View: ({ data: { ledger, certificates } }) => (
    <div className="frame max-w-[60rem]">
      <PageHead
        under="academic"
        title={title}
        lead="参会证明颁发后，或看满一场直播讲座后，学分记入这里；证书可以下载，也可以由他人凭编号核验。"
      />
      <div className="space-y-4 md:space-y-6">
        <Card as="section" labelledBy="credits" className="px-5 py-7 sm:p-10">
          <BlockHeading id="credits" end={<strong className="text-brand-deep">合计{ledger.total}学分</strong>}>
            继续教育学分
          </BlockHeading>
          {ledger.entries.length > 0 ? (
            <CreditEntries entries={ledger.entries} />
          ) : (
            <EmptyState
              picture="/art/empty.svg"
              title="还没有学分记录"
              text="参加学术年会并签到，会后由会务组颁发参会证明，学分同时记入这里；看满一场有学分的直播讲座也会记入。"
            >
              <ButtonLink href={routes.payment}>参会报名</ButtonLink>
            </EmptyState>
          )}
        </Card>
        {certificates.length > 0 && <CertificateList certificates={certificates} />}
      </div>
    </div>
  ),
})

const CreditEntries = ({ entries }: Pick<CreditLedger, 'entries'>) => (
  <ul className="mt-4 divide-y divide-line border-y border-line">
    {entries.map((entry) => (
      <li key={entry.id} className="flex items-baseline gap-x-5 py-4">
        <div className="min-w-0 flex-1">
          <p className={`font-semibold text-ink ${entry.isVoid ? 'line-through' : ''}`}>{entry.title}</p>
          <p className="text-compact text-muted">
            {entry.meetingTitle}，{entry.earnedOn}
            {entry.isVoid && (entry.lectureId === null ? '，证书已撤销' : '，学分已撤销')}
          </p>
          <p className="text-compact">
            {entry.lectureId === null ? (
              <a href={withQuery(routes.certificate, { no: entry.number })} className={link}>
                证书编号 {entry.number}
              </a>
            ) : (
              <a href={withQuery(routes.lecture, { id: entry.lectureId })} className={link}>
                查看讲座
              </a>
            )}
          </p>
        </div>
        <p className="shrink-0 text-right font-semibold text-ink tabular-nums">
          {entry.isVoid ? '不计学分' : `${entry.credits}学分`}
        </p>
      </li>
    ))}
  </ul>
)

const CertificateList = ({ certificates }: Pick<CreditsData, 'certificates'>) => (
  <Card as="section" labelledBy="certificates" className="px-5 py-7 sm:p-10">
    <BlockHeading id="certificates">我的证书</BlockHeading>
    <ul className="mt-4 divide-y divide-line border-y border-line">
      {certificates.map((certificate) => (
        <li key={certificate.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 py-4">
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-semibold text-ink">{certificate.title}</p>
            <p className="text-compact text-muted">
              {certificateKinds[certificate.kind]}，{certificate.issuedOn}颁发，{certificateStates[certificate.state]}
            </p>
            <p className="text-compact">
              <a href={withQuery(routes.certificate, { no: certificate.number })} className={link}>
                证书编号 {certificate.number}
              </a>
            </p>
          </div>
          {certificate.state === 'valid' && (
            <a
              href={withQuery('/prod-api/certificate/pdf', { id: certificate.id })}
              className={link}
              aria-label={`下载证书：${certificate.number}`}
            >
              下载证书
            </a>
          )}
        </li>
      ))}
    </ul>
  </Card>
)

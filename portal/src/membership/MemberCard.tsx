// The member card with its terms and certificate.
import type { ReactNode } from 'react'
import { memberStates } from '@xinqiao/contract/membership.ts'
import type { OwnMember } from '@xinqiao/contract/http/membership/own.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'

type MemberCardProps = { member: OwnMember; association: string }

const tones = {
  active: 'bg-active-tint text-active-ink',
  grace: 'bg-grace-tint text-grace-ink',
  lapsed: 'bg-lapsed-tint text-lapsed-ink',
  left: 'bg-inactive-tint text-ink',
}

const cardColors = { active: 'bg-brand-deep', grace: 'bg-brand-deep', lapsed: 'bg-inactive', left: 'bg-inactive' }

export const MemberCard = ({ member, association }: MemberCardProps) => (
  <Card as="section" labelledBy="card">
    <div className="grid gap-6 lg:grid-cols-[25rem_1fr]">
      <div
        className={`on-dark flex min-h-56 flex-col rounded-2xl p-6 text-white shadow-raised ${cardColors[member.state]}`}
      >
        <div className="flex items-start justify-between gap-3">
          <p className="text-compact">{association}</p>
          <span className={`rounded-full px-3 py-0.5 text-sm font-semibold ${tones[member.state]}`}>
            {memberStates[member.state]}
          </span>
        </div>
        <h2 id="card" className="mt-auto pt-6 text-2xl font-bold">
          {member.name}
        </h2>
        {member.organization && <p className="text-compact text-white/90">{member.organization}</p>}
        <p className="mt-3 flex flex-wrap items-end justify-between gap-x-4 text-sm">
          <span className="text-lg font-semibold tracking-wider tabular-nums">{member.number}</span>
          <span>
            {member.levelTitle} · 会期至 {member.termUntil}
          </span>
        </p>
      </div>
      <div className="min-w-0">
        {member.state === 'grace' && (
          <Notice tone="warm">
            会期已于 {member.termUntil} 届满，宽限期至 {member.graceUntil}，其间会员权利不变，请及时续缴。
          </Notice>
        )}
        {member.state === 'lapsed' && <Notice tone="warm">会籍已失效，续缴会费后自缴费之日起恢复。</Notice>}
        <dl className="mt-2 grid gap-x-6 sm:grid-cols-2">
          <MemberFact name="入会日期">{member.joinedOn}</MemberFact>
          <MemberFact name="本会期">
            {member.termFrom} 至 {member.termUntil}
          </MemberFact>
          {member.certificateNumber && (
            <MemberFact name="证书编号">
              <a
                href={withQuery(routes.certificate, { no: member.certificateNumber })}
                className="text-brand-deep underline underline-offset-4"
              >
                {member.certificateNumber}
              </a>
            </MemberFact>
          )}
        </dl>
        {member.certificateId !== null && (
          <ButtonLink
            href={withQuery('/prod-api/certificate/pdf', { id: member.certificateId })}
            look="ghost"
            className="mt-4"
          >
            <Icon name="download" className="size-4.5" />
            下载会员证书
          </ButtonLink>
        )}
      </div>
    </div>
    {member.terms.length > 0 && (
      <div className="mt-7">
        <BlockHeading>缴费与会期</BlockHeading>
        <ul className="mt-3 divide-y divide-line">
          {member.terms.map((term) => (
            <li key={term.id} className="flex flex-wrap justify-between gap-x-4 py-2.5 tabular-nums">
              <span>
                {term.from} 至 {term.until}
              </span>
              <span className={term.isCancelled ? 'text-muted' : 'text-ink'}>
                {term.isCancelled
                  ? `${formatYuan(term.cents)} 元 · 已退款`
                  : term.cents > 0
                    ? `${formatYuan(term.cents)} 元`
                    : '线下登记'}
              </span>
            </li>
          ))}
        </ul>
      </div>
    )}
  </Card>
)

const MemberFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="py-1.5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-medium text-ink tabular-nums">{children}</dd>
  </div>
)

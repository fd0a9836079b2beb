// The user's membership: card, dues, application in review, seats, directory, leaving.
import { useState } from 'react'
import type { MemberLevel, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { api } from '../session/api.ts'
import { ApplicationCard } from './ApplicationCard.tsx'
import { DirectoryCard } from './DirectoryCard.tsx'
import { DueButton } from './DueButton.tsx'
import { LeaveCard } from './LeaveCard.tsx'
import { LevelChange } from './LevelChange.tsx'
import { MemberCard } from './MemberCard.tsx'
import { OwnSeats, UnitSeats } from './seats.tsx'

export type OwnMembershipProps = {
  membership: OwnMembership
  levels: MemberLevel[]
  association: string
  phone: string
}

export function Screen({ membership: first, levels, association, phone }: OwnMembershipProps) {
  const [membership, setMembership] = useState(first)
  const reload = async () => setMembership(await api('GET /membership/mine', {}))
  const { application, member, due, seats } = membership
  const isLive = member !== null && member.state !== 'left'
  const showsApplication = application !== null && !(isLive && application.state === 'joined')
  return (
    <div className="grid gap-4 md:gap-6">
      {due && (
        <Card as="section" labelledBy="due" className="px-5 py-5 sm:px-8">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
            <div className="min-w-0 flex-1 basis-64">
              <h2 id="due" className="text-lg leading-7 font-bold text-ink">
                {due.purpose === 'join' ? '审核已通过，请缴纳会费' : '可以续缴会费'}
              </h2>
              <p className="text-compact text-muted">
                {due.levelTitle} <span className="tabular-nums">{formatYuan(due.cents)}</span> 元，会期 {due.from} 至{' '}
                {due.until}
              </p>
            </div>
            <DueButton due={due} label={due.purpose === 'join' ? '缴纳会费' : '续缴会费'} onPaid={reload} />
          </div>
          {isLive && (
            <LevelChange {...{ member, levels }} onChanged={reload} className="mt-4 border-t border-line pt-4" />
          )}
        </Card>
      )}
      {!due && isLive && member.requestedLevelId !== null && (
        <Card className="px-5 py-5 sm:px-8">
          <LevelChange {...{ member, levels }} onChanged={reload} />
        </Card>
      )}
      {member && <MemberCard member={member} association={association} />}
      {showsApplication && <ApplicationCard application={application} onChanged={reload} />}
      {seats.length > 0 && <OwnSeats seats={seats} onChanged={reload} />}
      {isLive && member.kind === 'unit' && <UnitSeats member={member} onChanged={reload} />}
      {isLive && <DirectoryCard member={member} onChanged={reload} />}
      {isLive && <LeaveCard onLeft={reload} phone={phone} />}
      {!member && !application && seats.length === 0 && (
        <Card>
          <EmptyState
            picture="/art/empty.svg"
            title="您还没有申请入会"
            text="加入本会，参加学术活动，获得会员服务与证书。"
          >
            <ButtonLink href={routes.member} look="accent">
              了解并申请入会
            </ButtonLink>
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

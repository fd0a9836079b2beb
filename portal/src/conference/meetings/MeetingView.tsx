// A meeting before registration: time, place, price and refunds.
import type { ReactNode } from 'react'
import type { MeetingDetail, AttendTypeOffer } from '@xinqiao/contract/http/conference/meetings.ts'
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { formatMinute } from '../../frame/format-time.ts'
import { wrapTables } from '../../articles/body.ts'
import { formatDays, Programme } from './Programme.tsx'

type MeetingViewProps = {
  page: MeetingDetail
  onStart: () => void
  isBusy: boolean
  isRegistered: boolean
  children: ReactNode
}

export function MeetingView({ page, onStart, isBusy, isRegistered, children }: MeetingViewProps) {
  const { meeting } = page
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="min-w-0 space-y-4 md:space-y-6">
        <Card className="px-5 py-7 sm:p-10">
          <h1 className="text-2xl leading-10 font-bold text-balance text-ink sm:text-display sm:leading-12">
            <Phrases text={meeting.title} />
          </h1>
          <dl className="mt-5 grid gap-x-8 gap-y-3 sm:grid-cols-2">
            <MeetingFact label="会议时间" text={formatDays(meeting)} />
            <MeetingFact label="报名截止" text={formatMinute(meeting.registrationDeadline)} />
            <MeetingFact label="会议地点" text={meeting.location} />
            <MeetingFact label="已报名" text={`${page.participants}人`} />
          </dl>
          <div className="mt-7">
            {page.isOpen || isRegistered ? (
              <Button look="accent" busy={isBusy} busyText="正在查询…" className="min-h-12 px-8" onClick={onStart}>
                填写参会回执
              </Button>
            ) : (
              <p className="inline-flex items-center gap-2 rounded-full bg-page px-5 py-2.5 text-muted">
                <Icon name="clock" />
                报名已截止
              </p>
            )}
          </div>
        </Card>
        {children}
        <Card as="section" labelledBy="about" className="px-5 py-7 sm:p-10">
          <BlockHeading id="about">会议说明</BlockHeading>
          <div className="article mt-5" dangerouslySetInnerHTML={{ __html: wrapTables(meeting.content) }} />
        </Card>
        {page.sessions.length > 0 && (
          <Card as="section" labelledBy="programme" className="px-5 py-7 sm:p-10">
            <BlockHeading id="programme">会议日程</BlockHeading>
            <Programme sessions={page.sessions} />
          </Card>
        )}
      </div>
      <aside className="min-w-0 space-y-4 md:space-y-6">
        <Card as="section" labelledBy="fees" className="p-5 sm:p-7">
          <BlockHeading id="fees">会务费</BlockHeading>
          <ul className="mt-3 divide-y divide-line">
            {page.types.map((type) => (
              <PriceTag key={type.activityAttendTypeId} type={type} />
            ))}
          </ul>
        </Card>
        <Card as="section" labelledBy="rules" className="p-5 sm:p-7">
          <BlockHeading id="rules">变更与退费</BlockHeading>
          <ul className="mt-3 list-disc space-y-2 pl-5 text-compact">
            <li>{formatMinute(page.changeDeadline)}前可自行修改回执，之后提交申请，由会务组处理。</li>
            <li>{formatMinute(page.fullRefundUntil)}前取消，会务费全额退还。</li>
            <li>{formatMinute(page.halfRefundUntil)}前取消，退还50%；之后原则上不退。</li>
            <li>名额可以转让给其他已注册的用户，经会务组核准后生效。</li>
          </ul>
        </Card>
      </aside>
    </div>
  )
}

const MeetingFact = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="font-semibold text-ink">{text}</dd>
  </div>
)

const PriceTag = ({ type }: { type: AttendTypeOffer }) => (
  <li className="flex items-baseline gap-3 py-3">
    <div className="min-w-0 flex-1">
      <p className="font-semibold text-ink">{attendTypeTitle(type.activityAttendTypeId)}</p>
      {type.earlyUntil && <p className="text-sm text-warm-ink">早鸟价至{formatMinute(type.earlyUntil)}</p>}
      {type.left !== null && (
        <p className="text-sm text-muted">{type.left > 0 ? `余${type.left}个名额` : '名额已满，可登记候补'}</p>
      )}
    </div>
    <p className="text-right whitespace-nowrap">
      <strong className="text-lg text-ink tabular-nums">{formatYuan(type.fee)}</strong> 元
      {type.earlyUntil && <del className="block text-sm text-muted">{formatYuan(type.fullFee)} 元</del>}
    </p>
  </li>
)

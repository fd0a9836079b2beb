// List of the viewer's roster groups. A person who left, or was invited, joins here.
import { useState } from 'react'
import type { FormerRosterGroup, OwnRosterGroup } from '@xinqiao/contract/http/roster-groups.ts'
import { peerGroupLimits } from '@xinqiao/contract/peer-groups.ts'
import { rosterGroupStates } from '@xinqiao/contract/roster-groups.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useAction } from '../forms/use-action.ts'
import { ReportAfterLeaving } from '../peer-groups/ReportAfterLeaving.tsx'
import { peerChatHref } from '../peer-groups/peer-group-addresses.ts'
import { replies } from '../session/api.ts'

export type RosterGroupsProps = { groups: OwnRosterGroup[]; former: FormerRosterGroup[] }

export const Screen = ({ groups, former }: RosterGroupsProps) => (
  <div className="grid gap-4">
    <Card className="px-5 py-4 sm:px-10 sm:py-6">
      {groups.length === 0 ? (
        <EmptyState
          picture="/art/empty.svg"
          title="您还没有名单群"
          text="您所在的专业委员会或报名的会议有了群，会显示在这里，并通知您。"
        >
          <ButtonLink href={routes.myMeetings} look="ghost">
            我的会议
          </ButtonLink>
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <RosterGroupItem key={group.id} group={group} />
          ))}
        </ul>
      )}
    </Card>
    {former.length > 0 && (
      <Card as="section" labelledBy="former-groups">
        <BlockHeading id="former-groups">离开的群</BlockHeading>
        <p className="mt-3 text-muted">离开后{peerGroupLimits.reportDays}天内，您可以举报群里发生的事。</p>
        <ul className="mt-2 divide-y divide-line">
          {former.map(({ id, title }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
              <span className="min-w-0 flex-1 basis-64 font-semibold text-ink">{title}</span>
              <ReportAfterLeaving
                title={title}
                promise="举报交给协会处理，群里的其他人不会知道是谁举报的。"
                send={(report) => replies('POST /rosterGroup/reportAfterLeaving', { id, ...report })}
              />
            </li>
          ))}
        </ul>
      </Card>
    )}
  </div>
)

function RosterGroupItem({ group: { id, kind, title, state, name, teamId } }: { group: OwnRosterGroup }) {
  const [isAsking, setAsking] = useState(false)
  const [join, isBusy] = useAction(async () => {
    const { msg } = await replies('POST /rosterGroup/join', { id, agreed: true })
    toastOnNextPage(msg)
    location.reload()
  })
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-lg font-bold text-ink">{title}</h2>
        <p className="mt-1 text-sm text-muted">
          {[
            kind === 'committee' ? '委员群' : '参会者群',
            ...(state === 'closed' ? [rosterGroupStates.closed] : []),
          ].join(' · ')}
        </p>
        <p className="mt-1">
          {teamId === null ? '您不在群里。加入后，群里显示：' : '您在群里的姓名：'}
          {name}
        </p>
      </div>
      {teamId === null ? (
        <Button look="ghost" busy={isBusy} onClick={() => setAsking(true)} aria-label={`加入${title}的群`}>
          加入
        </Button>
      ) : (
        <ButtonLink href={peerChatHref(teamId)}>
          进入<span className="sr-only">{title}的群</span>
        </ButtonLink>
      )}
      {isAsking && (
        <Confirm
          title={`加入“${title}”的群？`}
          text={`群里的人会看到您的名字“${name}”。您的咨询师、同伴小组或团体辅导里的人如果也在这个群，可能由此认出您。`}
          yes="加入"
          no="取消"
          isHarmless
          onYes={() => {
            setAsking(false)
            join()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </li>
  )
}

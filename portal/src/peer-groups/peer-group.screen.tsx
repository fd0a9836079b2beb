// One peer group: what it is and who leads it, the visitor's own state, and for leaders the applications.
import type {
  PeerApplication,
  PeerGroupDetail,
  PeerGroupLeader,
} from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import type { InvitableClient, LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import { peerGroupKinds } from '@xinqiao/contract/peer-groups.ts'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { counsellorHref } from '../qa/question-addresses.ts'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { Applications } from './Applications.tsx'
import { GroupDays } from './GroupDays.tsx'
import { Guarantees } from './Guarantees.tsx'
import { LeaderPanel } from './LeaderPanel.tsx'
import { OwnGroupActions } from './OwnGroupActions.tsx'
import { PlacesLeft } from './PlacesLeft.tsx'
import { useLiveGroup } from './use-live-group.ts'

export type PeerGroupProps = {
  group: PeerGroupDetail
  /** Applications that wait for a decision; empty for others than leaders. */
  applications: PeerApplication[]
  /** Clients of the leader of a counsellor-led group; empty for others. */
  clients: InvitableClient[]
  /** True for a leader of a group whose members can have calls by video. */
  offersCalls: boolean
  /** Consent text of a counsellor-led group; null for others. */
  consent: LedConsentText | null
  isSignedIn: boolean
  /** False for counsellors and staff, who do not apply. */
  canApply: boolean
}

export function Screen({ applications, clients, offersCalls, isSignedIn, canApply, ...initial }: PeerGroupProps) {
  const { group, consent } = useLiveGroup(initial, isSignedIn)
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <div className="grid min-w-0 content-start gap-4">
        <Card>
          <h1 className="text-2xl font-bold text-ink">{group.title}</h1>
          <p className="mt-1.5 text-lg">{group.summary}</p>
          <p className="mt-3">
            <PlacesLeft group={group} />
          </p>
          <p className="mt-2 flex flex-wrap gap-x-4">
            <span className="text-sm text-muted">{peerGroupKinds[group.kind]}</span>
            <GroupDays group={group} />
          </p>
          <OwnGroupActions group={group} consent={consent} isSignedIn={isSignedIn} canApply={canApply} />
        </Card>
        {group.isLeader && <Applications applications={applications} />}
        {group.isLeader && group.kind === 'led' && <LeaderPanel {...{ group, clients, offersCalls }} />}
        <TextCard id="about" title="小组介绍" text={group.description} />
        <TextCard id="rules" title="小组规则" text={group.rules} />
        <Card as="section" labelledBy="leaders-title">
          <BlockHeading id="leaders-title">带领者</BlockHeading>
          <ul className="mt-4 grid gap-4 sm:grid-cols-2">
            <LeaderItem leader={group.leader} duty="带领者" />
            {group.coLeader && <LeaderItem leader={group.coLeader} duty="协同带领者" />}
          </ul>
        </Card>
      </div>
      <Guarantees />
    </div>
  )
}

const TextCard = ({ id, title, text }: { id: string; title: string; text: string }) => (
  <Card as="section" labelledBy={`${id}-title`}>
    <BlockHeading id={`${id}-title`}>{title}</BlockHeading>
    <p className="mt-3 whitespace-pre-line">{text}</p>
  </Card>
)

function LeaderItem({ leader, duty }: { leader: PeerGroupLeader; duty: string }) {
  const { name, title, photo, counsellor } = leader
  return (
    <li className="flex items-center gap-3">
      <AccountAvatar src={photo} name={name} />
      <div className="min-w-0">
        <p className="font-semibold text-ink">{name}</p>
        <p className="text-sm text-muted">{[duty, title].filter(Boolean).join(' · ')}</p>
        {counsellor && (
          <a
            href={counsellorHref(counsellor)}
            className="inline-flex min-h-11 items-center text-sm text-brand-deep underline"
          >
            查看资质与介绍
          </a>
        )}
      </div>
    </li>
  )
}

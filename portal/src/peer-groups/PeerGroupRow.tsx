// One peer group in the list.
import { peerApplicationStates, peerGroupKinds } from '@xinqiao/contract/peer-groups.ts'
import type { PeerGroupCard } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { peerChatHref, peerGroupHref } from './peer-group-addresses.ts'
import { GroupDays } from './GroupDays.tsx'
import { PlacesLeft } from './PlacesLeft.tsx'

function OwnState({ own, isLeader }: Pick<PeerGroupCard, 'own' | 'isLeader'>) {
  const text = isLeader ? '我带领的小组' : own && `我的申请：${peerApplicationStates[own.state]}`
  return text ? <span className="text-sm text-warm-deep">{text}</span> : null
}

export const PeerGroupRow = ({ group }: { group: PeerGroupCard }) => (
  <article className="flex flex-wrap items-start gap-4 py-6 sm:flex-nowrap sm:gap-6" aria-label={group.title}>
    <div className="min-w-0 flex-1 basis-64">
      <h2 className="text-xl font-bold text-ink">
        <a href={peerGroupHref(group)} className="hover:text-brand-deep">
          {group.title}
        </a>
      </h2>
      <p className="mt-1.5">{group.summary}</p>
      <p className="mt-3 flex items-center gap-2.5 text-compact text-muted">
        <AccountAvatar src={group.leader.photo} name={group.leader.name} size="small" />
        <span className="min-w-0">
          带领者 {group.leader.name}
          {group.leader.title && ` · ${group.leader.title}`}
        </span>
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5">
        {group.kind === 'led' && <span className="text-sm text-muted">{peerGroupKinds.led}</span>}
        <PlacesLeft group={group} />
        <GroupDays group={group} />
        <OwnState own={group.own} isLeader={group.isLeader} />
      </p>
    </div>
    <div className="flex w-full flex-wrap gap-2.5 sm:w-auto sm:flex-col">
      {group.teamId !== null && <ButtonLink href={peerChatHref(group.teamId)}>进入小组</ButtonLink>}
      <ButtonLink href={peerGroupHref(group)} look="ghost">
        了解小组
      </ButtonLink>
    </div>
  </article>
)

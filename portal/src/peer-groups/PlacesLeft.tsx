// Tag of a peer group: the number of places left, or that it accepts no applications.
import type { PeerGroupCard } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'

type PlacesLeftProps = { group: Pick<PeerGroupCard, 'isOpen' | 'isDissolved' | 'places' | 'capacity'> }

const tag = 'inline-flex items-center rounded-full px-3 py-0.5 text-sm font-semibold'

export function PlacesLeft({ group: { isOpen, isDissolved, places, capacity } }: PlacesLeftProps) {
  if (!isOpen) return <span className={`${tag} bg-page text-muted`}>{isDissolved ? '已解散' : '停止招募'}</span>
  if (places === 0) return <span className={`${tag} bg-page text-muted`}>名额已满</span>
  return (
    <span className={`${tag} bg-tint text-brand-deep tabular-nums`}>
      还有{places}个名额（共{capacity}人）
    </span>
  )
}

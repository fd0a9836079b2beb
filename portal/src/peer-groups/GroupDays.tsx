// First and last day of a group, as far as they are known.
import type { PeerGroupCard } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'

type GroupDaysProps = { group: Pick<PeerGroupCard, 'startsOn' | 'endsOn'> }

export function GroupDays({ group: { startsOn, endsOn } }: GroupDaysProps) {
  const text = [startsOn && `${startsOn}开始`, endsOn && `${endsOn}结束`].filter(Boolean).join('，')
  return text === '' ? null : <span className="text-sm text-muted tabular-nums">{text}</span>
}

// Full name of the person or group that gets an award: the applicant, the team, or the author.
import { appliedKinds, type CallKind } from '@xinqiao/contract/submissions.ts'
import { openPerson } from './parts.ts'
import type { SubmissionRow } from '../records/store.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'

export function awardHolderOf(
  kit: KitInTransaction,
  kind: CallKind,
  winner: Pick<SubmissionRow, 'id' | 'title' | 'person_sealed'>,
): string {
  const { name, team } = openPerson(kit, winner)
  if (appliedKinds.includes(kind)) return winner.title
  const members = (team ?? []).map((member) => member.name).filter(Boolean)
  return kind === 'competition' ? members.join('、') || winner.title : name || winner.title
}

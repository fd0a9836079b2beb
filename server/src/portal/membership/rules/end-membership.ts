// Ends memberships, and revokes their certificates.
import type { Db } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import * as store from '../records/member-store.ts'
import { revokeMemberCertificate } from './member-certificate.ts'

export async function endMembership(
  tx: Db,
  member: Pick<store.MemberRow, 'id' | 'kind'>,
  reason: string,
  today: string = chinaDay(),
): Promise<void> {
  await store.updateMember(tx, member.id, {
    state: 'left',
    left_on: today,
    left_reason: reason,
    in_directory: false,
    wished_level_id: null,
    wished_at: null,
  })
  await revokeMemberCertificate(tx, member, reason)
}

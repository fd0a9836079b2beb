// Ends memberships, and issues or revokes their certificates.
import type { Db } from '../../../kit/db/db.ts'
import { chinaDay } from '../../../kit/time.ts'
import { issueCertificate, voidCertificate } from '../../certificates/certificates.ts'
import * as store from '../records/member-store.ts'

/** The certificate of an active membership. */
export async function renewCertificate(tx: Db, memberId: number): Promise<void> {
  const member = await store.findMember(tx, memberId)
  if (!member || member.state === 'left') return
  const isUnit = member.kind === 'unit'
  await issueCertificate(tx, {
    kind: isUnit ? 'unitMember' : 'member',
    accountId: member.account_id,
    holder: member.name,
    title: member.level_title,
    lines: [
      ['会员编号', member.number],
      ...(member.organization
        ? [[isUnit ? '会员代表' : '所在单位', member.organization] satisfies [string, string]]
        : []),
      ['会期', `${member.term_from} 至 ${member.term_until}`],
    ],
    subject: `member ${memberId}`,
    validUntil: member.term_until,
  })
}

const endCertificate = async (tx: Db, member: Pick<store.MemberRow, 'id' | 'kind'>, reason: string) =>
  voidCertificate(tx, member.kind === 'unit' ? 'unitMember' : 'member', `member ${member.id}`, reason)

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
  await endCertificate(tx, member, reason)
}

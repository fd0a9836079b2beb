// Certificates of members.
import type { Db } from '../../../kit/db/db.ts'
import { issueCertificate, revokeCertificateOfSubject } from '../../certificates/certificates.ts'
import * as store from '../records/member-store.ts'

/** Issues the certificate of an active membership, or updates its content. */
export async function renewMemberCertificate(tx: Db, memberId: number): Promise<void> {
  const member = await store.selectMember(tx, memberId)
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

export const revokeMemberCertificate = (tx: Db, member: Pick<store.MemberRow, 'id' | 'kind'>, reason: string) =>
  revokeCertificateOfSubject(tx, member.kind === 'unit' ? 'unitMember' : 'member', `member ${member.id}`, reason)

// Known personal data of an account's owner, for prefilled forms.
import type { Kit } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { selectKnownPerson } from './known-person-store.ts'

/** Unknown fields are empty strings. The phone number is the verified one of the account. */
export type KnownPerson = { name: string; sex: string; phone: string; email: string; organization: string }

export async function readKnownPerson(
  { secrets }: Pick<Kit, 'secrets'>,
  db: Db,
  accountId: number,
): Promise<KnownPerson> {
  const row = await selectKnownPerson(db, accountId)
  if (!row) return { name: '', sex: '', phone: '', email: '', organization: '' }
  const { member_id: memberId, email_sealed: sealed } = row
  return {
    name: row.member_name ?? '',
    sex: row.gender ?? '',
    phone: secrets.open(row.phone_sealed, sealBindings.accountPhone(accountId)),
    email: memberId !== null && sealed ? secrets.open(sealed, sealBindings.memberEmail(memberId)) : row.email,
    organization: row.organization ?? '',
  }
}

// Telling a member something about their membership, whether they have an account here or only a telephone.
import { routes } from '@xinqiao/contract/routes.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { Tx } from '../../kit/db.ts'
import { notifyPhone, notifyUsers } from '../notify/notify.ts'
import type { MemberRow } from './member-store.ts'

export type Work = { kit: Kit; tx: Tx; after: (event: () => void) => void }

export const tellAccount = (work: Work, accountId: number, title: string, once?: string) =>
  notifyUsers(work, {
    kind: 'membership',
    userIds: [accountId],
    title,
    link: routes.myMembership,
    ...(once !== undefined && { once }),
  })

/** An imported member who never signed in gets an SMS that there is something; what, they find once they do. */
export async function tellMember(
  work: Work,
  member: Pick<MemberRow, 'account_id' | 'phone_sealed'>,
  title: string,
  once?: string,
): Promise<void> {
  if (member.account_id === null) await notifyPhone(work, 'membership', member.phone_sealed)
  else await tellAccount(work, member.account_id, title, once)
}

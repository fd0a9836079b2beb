// Notifies members: in their account, or by SMS if they have only a phone number.
import type { ReminderKind } from '@xinqiao/contract/membership.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { notifyPhone, notifyUsers } from '../../notify/notify.ts'
import type { MemberDetailRow, MemberRow } from '../records/member-store.ts'
import { selectSeatedAccounts } from '../records/seat-store.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

export const notifyAccount = (scope: TransactionScope, accountId: number, title: string, once?: string) =>
  notifyUsers(scope, {
    kind: 'membership',
    userIds: [accountId],
    title,
    link: routes.myMembership,
    ...(once !== undefined && { once }),
  })

/** An imported member who has never signed in gets an SMS about the message, and reads it after signing in. */
export async function notifyMember(
  scope: TransactionScope,
  member: Pick<MemberRow, 'id' | 'account_id' | 'phone_sealed'>,
  title: string,
  once?: string,
): Promise<void> {
  if (member.account_id === null) {
    const phone = scope.kit.secrets.open(member.phone_sealed, sealBindings.memberPhone(member.id))
    await notifyPhone(scope, 'membership', phone)
  } else await notifyAccount(scope, member.account_id, title, once)
}

type PaidTermNotice = {
  payerId: number
  orderNo: string
  isNew: boolean
  /** True when the payment moved the member to another level. */
  isMoved: boolean
  /** Number of used seats, if there are more than the level allows. */
  seatExcess: number | null
  isLevelChangeDropped: boolean
}

/** Notifies the payer of dues and, if it is another account, the member. */
export async function notifyOfTerm(
  scope: TransactionScope,
  member: Pick<MemberDetailRow, 'account_id' | 'kind' | 'name' | 'number' | 'term_until' | 'level_title' | 'seats'>,
  { payerId, orderNo, isNew, isMoved, seatExcess, isLevelChangeDropped }: PaidTermNotice,
): Promise<void> {
  const notify = async (userId: number, title: string, link: string = routes.myMembership): Promise<void> => {
    await notifyUsers(scope, { kind: 'membership', userIds: [userId], title, link, once: orderNo })
  }
  if (isNew) return notify(payerId, `欢迎加入本会！您的会员编号是${member.number}，会期至${member.term_until}`)
  const term = `会期延至${member.term_until}${isMoved ? `，会员类别为“${member.level_title}”` : ''}`
  const advice = [
    ...(seatExcess === null ? [] : [`，已用席位${seatExcess}个，超过级别名额${member.seats}个，请收回多出的席位`]),
    ...(isLevelChangeDropped ? ['，变更会员类别的申请随之收回'] : []),
  ].join('')
  if (member.account_id === payerId) return notify(payerId, `会费已收到，您的${term}${advice}`)
  // another account represents the unit now, so its term and seats do not belong to the payer
  const settledMessage = `${member.kind === 'unit' ? '单位会员' : '会员'}“${member.name}”的会费已收到，${term}`
  await notify(payerId, settledMessage, routes.orders)
  if (member.account_id !== null) await notify(member.account_id, `${settledMessage}${advice}`)
}

/** Text for the people of a unit, who can only contact their representative. */
const seatHolderMessages = {
  grace: '已届满，宽限期内席位待遇不变，请提醒会员代表续缴会费',
  lapsed: '已失效，席位待遇随之暂停，单位续缴会费后恢复',
  left: '已终止，席位随之失效',
}

type UnitRow = Pick<MemberRow, 'id' | 'kind' | 'name' | 'term_until'>

/**
 * Notifies the people in a unit's seats, except those who get another notice.
 * @returns their number
 */
export async function notifySeatHolders(
  scope: TransactionScope,
  unit: UnitRow,
  kind: Exclude<ReminderKind, 'reminder'>,
  { once = `${kind} ${unit.id} ${unit.term_until}`, except = [] }: { once?: string; except?: readonly number[] } = {},
): Promise<number> {
  if (unit.kind !== 'unit') return 0
  const people = (await selectSeatedAccounts(scope.tx, unit.id)).filter((accountId) => !except.includes(accountId))
  const title = `您所在的单位会员“${unit.name}”会籍${seatHolderMessages[kind]}`
  for (const accountId of people) await notifyAccount(scope, accountId, title, once)
  return people.length
}

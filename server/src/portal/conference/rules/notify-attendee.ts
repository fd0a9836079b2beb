// Notices to the attendee of a registration.
import { attendTypeTitle } from '@xinqiao/contract/meetings.ts'
import { notifyUsers } from '../../notify/notify.ts'
import { registrationLink } from './fees.ts'
import type { RegistrationRow } from '../records/store.ts'
import type { TransactionScope } from '../../../kit/ctx.ts'

type Attendee = Pick<RegistrationRow, 'id' | 'account_id' | 'attend_type'>

/**
 * Notifies the attendee of a registration.
 * @param link address of the registration; absent when the account does not own it any more
 */
export const notifyAttendee = (
  scope: TransactionScope,
  row: Attendee,
  meetingTitle: string,
  message: string,
  { once, link = registrationLink(row.id) }: { once?: string; link?: string } = {},
) =>
  row.account_id === null
    ? Promise.resolve([])
    : notifyUsers(scope, {
        kind: 'meeting',
        userIds: [row.account_id],
        title: `“${meetingTitle}”（${attendTypeTitle(row.attend_type)}）：${message}`,
        link,
        ...(once !== undefined && { once }),
      })

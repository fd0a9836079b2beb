// Read receipts in teams: which members have read a message. Super teams have none.
import { z } from 'zod'
import { notice } from '../accounts/notify.ts'
import { TeamId } from './team-model.ts'

/** `members`: the size of the largest team with receipts. `messages`: messages per request (messaging.md 5). */
export const readReceiptLimits = { members: 200, messages: 50, namedReaders: 20 } as const

const ReadReceiptRef = z.object({ teamId: TeamId, idServer: notice.IdServer })
export const ReadReceiptRefs = z.object({
  teamMsgReceipts: z
    .array(ReadReceiptRef, 'teamMsgReceipts必须是数组')
    .min(1, 'teamMsgReceipts不能为空数组')
    .max(readReceiptLimits.messages, `teamMsgReceipts不能超过${readReceiptLimits.messages}条`),
})
export const SingleReadReceiptRef = z.object({ teamMsgReceipt: ReadReceiptRef })

const readReceiptShape = { teamId: z.string(), idServer: z.string(), idClient: z.string() }
/** Numbers of members who have read the message, and who have not. The sender does not count. */
export const TeamReadReceipt = z.object({ ...readReceiptShape, read: z.number(), unread: z.number() })
export type TeamReadReceipt = z.output<typeof TeamReadReceipt>
/** A member who has just read the message. In a push, a message has one row per reader, up to `namedReaders`. */
export const TeamReadNotice = TeamReadReceipt.extend({ account: z.string() })
export type TeamReadNotice = z.output<typeof TeamReadNotice>

export const TeamReadAccounts = z.object({
  ...readReceiptShape,
  readAccounts: z.array(z.string()),
  unreadAccounts: z.array(z.string()),
})
export type TeamReadAccounts = z.output<typeof TeamReadAccounts>

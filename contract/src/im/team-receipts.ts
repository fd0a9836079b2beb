// Read receipts in teams: which members have read a message. Super teams have none.
import { z } from 'zod'
import { notice } from './notify.ts'
import { TeamId } from './team-model.ts'

/** `members`: the size of the largest team with receipts. `messages`: messages per call (messaging.md 5). */
export const receiptLimits = { members: 200, messages: 50 } as const

const ReceiptPlace = z.object({ teamId: TeamId, idServer: notice.IdServer })
export const ReceiptPlaces = z.object({
  teamMsgReceipts: z
    .array(ReceiptPlace, 'teamMsgReceipts必须是数组')
    .min(1, 'teamMsgReceipts不能为空数组')
    .max(receiptLimits.messages, `teamMsgReceipts不能超过${receiptLimits.messages}条`),
})
export const OneReceiptPlace = z.object({ teamMsgReceipt: ReceiptPlace })

const receiptShape = { teamId: z.string(), idServer: z.string(), idClient: z.string() }
/** Numbers of members who have read the message, and who have not. The sender does not count. */
export const TeamReceipt = z.object({ ...receiptShape, read: z.number(), unread: z.number() })
export type TeamReceipt = z.output<typeof TeamReceipt>

export const TeamReadAccounts = z.object({
  ...receiptShape,
  readAccounts: z.array(z.string()),
  unreadAccounts: z.array(z.string()),
})
export type TeamReadAccounts = z.output<typeof TeamReadAccounts>

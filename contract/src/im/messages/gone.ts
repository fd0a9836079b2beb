// Removed messages: recalled by the sender or in a team by a manager, deleted by one side for itself, or cleared with
// the whole history. Their positions remain, because a missing `seq` means a gap (docs/guides/chat-changes.md).
import { z } from 'zod'
import { notice } from '../accounts/notify.ts'
import { Scene, Target } from './scene.ts'

export const RemovedMessage = z.object({
  scene: Scene,
  from: z.string(),
  to: z.string(),
  idClient: z.string(),
  idServer: z.string(),
  seq: z.number(),
  time: z.number(),
  /** true: recalled, for everyone; false: deleted by this account, for itself. */
  isRecalled: z.boolean(),
  goneTime: z.number(),
  /** The account that recalled the message, in a team. */
  operator: z.string().optional(),
  /** True for a message of a team that counted as unread. */
  isReadable: z.boolean().optional(),
  ps: z.string(),
  attach: z.string(),
})
export type RemovedMessage = z.output<typeof RemovedMessage>

const TargetMessageRef = Target.extend({ idServer: notice.IdServer })
export const RecallInput = TargetMessageRef.extend({
  ps: notice.Ps.default(''),
  attach: z.string('attach必须是字符串').max(2_000, 'attach不能超过2000个字符').default(''),
})
/** Messages that an account deletes for itself; at most 100 in a request (messaging.md 5). */
export const DeleteSelfInput = z.object({
  msgs: z.array(TargetMessageRef).min(1, 'msgs不能为空数组').max(100, 'msgs不能超过100条'),
})
export const ClearInput = Target

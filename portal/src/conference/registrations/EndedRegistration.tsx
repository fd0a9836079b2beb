// A cancelled registration: why it ended, and the status of the refund.
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Notice } from '@xinqiao/ui/Notice.tsx'

/** Says where a refund goes: to the payer, who alone sees the order. */
function describeEnd({ state, refundCents, refundedCents, endReason, isPaidByOther }: OwnRegistration): string {
  if (state === 'lapsed') return '您的报名逾期未缴费，名额已释放。'
  if (isPaidByOther && refundedCents > 0)
    return `您的报名已取消，${formatYuan(refundedCents)}元已退还给缴费的原参会人。`
  if (isPaidByOther && refundCents > 0)
    return `您的报名已取消，${formatYuan(refundCents)}元正在退还给缴费的原参会人，经财务审核后原路退回。`
  if (refundedCents > 0) return `您的报名已取消，${formatYuan(refundedCents)}元已退款，到账情况见“我的订单”。`
  if (refundCents > 0) return `您的报名已取消，${formatYuan(refundCents)}元正在退回，经财务审核后原路退回。`
  return endReason ? `您的报名已取消：${endReason}。` : '您的报名已取消。'
}

export const EndedRegistration = ({ registration }: { registration: OwnRegistration }) => (
  <Notice tone="warm">{`${describeEnd(registration)}${registration.mayRegister ? '如需参会，请重新报名。' : ''}`}</Notice>
)

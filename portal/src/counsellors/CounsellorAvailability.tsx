// Presence of a counsellor in the chat, and the usual time until a reply.
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import { useCounsellorState } from './use-counsellor-state.ts'

const [hourMinutes, dayMinutes] = [60, 24 * 60]

function formatReplyTime(minutes: number): string {
  if (minutes < hourMinutes) return `${Math.max(1, minutes)}分钟`
  if (minutes < dayMinutes) return `${Math.round(minutes / hourMinutes)}小时`
  return `${Math.round(minutes / dayMinutes)}天`
}

type CounsellorAvailabilityProps = {
  /** Account of the counsellor. */
  accountId: number
  initial: CounsellorState
}

export function CounsellorAvailability({ accountId, initial }: CounsellorAvailabilityProps) {
  const { isOnline, replyMinutes } = useCounsellorState(accountId, initial)
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
      <span aria-hidden className={`size-2 rounded-full ${isOnline ? 'bg-success' : 'bg-control'}`} />
      <output className={isOnline ? 'text-success' : 'text-muted'}>{isOnline ? '在线' : '不在线，可以留言'}</output>
      {replyMinutes !== null && <span className="text-muted">通常在{formatReplyTime(replyMinutes)}内回复</span>}
    </p>
  )
}

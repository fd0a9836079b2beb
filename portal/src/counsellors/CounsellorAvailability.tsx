// Presence of a counsellor in the chat, and the usual time until a reply.
import { useCallback } from 'react'
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import { describePresence, describeReplyTime, usePolledState } from '../chat/peer-state.ts'
import { api } from '../session/api.ts'

type CounsellorAvailabilityProps = {
  /** Account of the counsellor. */
  accountId: number
  initial: CounsellorState
}

export function CounsellorAvailability({ accountId, initial }: CounsellorAvailabilityProps) {
  const read = useCallback(() => api('GET /chat/counsellorState', { id: accountId }), [accountId])
  const state = usePolledState(read, initial) ?? initial
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
      <span aria-hidden className={`size-2 rounded-full ${state.isOnline ? 'bg-success' : 'bg-control'}`} />
      <output className={state.isOnline ? 'text-success' : 'text-muted'}>{describePresence(state)}</output>
      {state.replyMinutes !== null && <span className="text-muted">{describeReplyTime(state)}</span>}
    </p>
  )
}

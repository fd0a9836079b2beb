// The presence of a counsellor, read again while the page is open. Visitors without an account have no socket, so the
// page asks; the server shares the reply for a second.
import { useEffect, useState } from 'react'
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import { api } from '../session/api.ts'

const readEveryMs = 15_000

/** @param accountId of the counsellor */
export function useCounsellorState(accountId: number, initial: CounsellorState): CounsellorState {
  const [state, setState] = useState(initial)
  useEffect(() => {
    const read = () => {
      if (document.visibilityState !== 'visible') return
      // without an answer, the page keeps the last state
      api('GET /chat/counsellorState', { id: accountId }).then(setState, () => {})
    }
    const timer = setInterval(read, readEveryMs)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [accountId])
  return state
}

// Hands in an attempt, once: when the examinee asks for it, or when the time is over.
import { useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { showToast, toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import type { AnswerSheet } from './answer-sheet.ts'

export function useHandIn(sheet: AnswerSheet, paperId: number, testId: number) {
  const [state, setState] = useState<'no' | 'asking' | 'sending' | 'done'>('no')
  const isSendingRef = useRef(false)
  const leave = (message: string, tone: 'good' | 'bad', type?: 2) => {
    sheet.markHandedIn()
    setState('done')
    toastOnNextPage(message, tone)
    location.assign(withQuery(routes.examination, { type }))
  }
  const sendHandIn = async (message: string) => {
    if (isSendingRef.current) return
    isSendingRef.current = true
    setState('sending')
    try {
      await api('POST /testUser/commit', { paperId, testId, answer: sheet.collect() })
      leave(message, 'good')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.reason === 'examOver' || error.reason === 'examHandedIn') return leave(error.message, 'bad', 2)
      setState('no')
      isSendingRef.current = false
      showToast(error.message, 'bad')
    }
  }
  return {
    state,
    /** Hands in, and shows this message on the next page. */
    sendHandIn,
    ask: () => setState('asking'),
    cancel: () => setState((now) => (now === 'asking' ? 'no' : now)),
  }
}

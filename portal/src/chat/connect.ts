// The chat session of a page. The SDK is loaded when the first conversation opens.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Desk } from '@xinqiao/im-sdk/desk/desk.ts'
import { emptyDesk } from '@xinqiao/im-sdk/desk/empty-desk.ts'
import type { DeskState } from '@xinqiao/im-sdk/desk/state.ts'
import { api } from '../accounts/api.ts'
import { tellNotice } from '../messages/notice-event.ts'
import { announceIncoming } from './alerts.ts'

let opened: Promise<Desk> | null = null

async function open(): Promise<Desk> {
  const [{ makeDesk }, { accid, token }] = await Promise.all([
    import('@xinqiao/im-sdk/desk/desk.ts'),
    api('GET /neteaseUser/getUser', {}),
  ])
  const desk = makeDesk({
    url: location.origin,
    account: accid,
    token,
    refresh: async () => (await api('GET /neteaseUser/getUser', {})).token,
    onIncoming: ({ from }) => announceIncoming(from),
    onPortal: tellNotice,
  })
  desk.connect()
  return desk
}

/** Opens the session for parts of the page that need events without a conversation. */
export const openDesk = (): Promise<Desk> => (opened ??= open())

/** `fault`: why the session could not be opened. */
export function useDesk(): { desk: Desk | null; state: DeskState; fault: string | null } {
  const [desk, setDesk] = useState<Desk | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    openDesk().then(setDesk, (error: Error) => {
      opened = null
      setFault(error.message)
    })
  }, [])
  const state = useSyncExternalStore(
    (listener) => desk?.subscribe(listener) ?? (() => {}),
    () => desk?.state() ?? emptyDesk,
    () => emptyDesk,
  )
  return { desk, state, fault }
}

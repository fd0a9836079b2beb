// Names of accounts beyond the members of a group. Friends have the names by which the reader knows them.
import { useEffect, useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { fetchNames } from './members.ts'

/** Fetches the names of these accounts, and renders again. */
export function useNames(chat: ChatSession, accounts: readonly string[]): (account: string) => string {
  const [, setCount] = useState(0)
  const accountList = accounts.join(' ')
  useEffect(() => {
    if (accountList === '') return
    // without a network, the names stay unknown
    fetchNames(chat, accountList.split(' ')).then(
      () => setCount((count) => count + 1),
      () => null,
    )
  }, [chat, accountList])
  return (account) => chat.nameAccount(account) || '成员'
}

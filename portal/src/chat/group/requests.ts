// Requests that wait for an answer: applications to a group, and invitations of the reader.
import { useEffect, useState } from 'react'
import type { SystemMessage } from '@xinqiao/contract/im/notify.ts'
import type { Team } from '@xinqiao/contract/im/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { fetchNames, readName } from './members.ts'

/** A request of an account that waits for an answer: to join a team, or to invite the reader. */
export type TeamRequest = { idServer: string; from: string; ps: string; team: Team }

/** The newest request of each account and team. */
export function listRequests(requests: readonly SystemMessage[], type: 'applyTeam' | 'teamInvite'): TeamRequest[] {
  const newest = new Map<string, TeamRequest>()
  for (const { type: requestType, idServer, from, ps, attach } of requests) {
    if (requestType !== type) continue
    const team = JSON.parse(attach) as Team
    newest.set(`${from} ${team.teamId}`, { idServer, from, ps, team })
  }
  return [...newest.values()]
}

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
  return (account) => readName(chat, account)
}

// Waiting applications to groups: those of the chat, and those of peer groups, which are read with each new notice and
// every 30 seconds.
import { useEffect, useState } from 'react'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { api } from '../session/api.ts'
import { noticeEvent } from './session/notice-event.ts'
import { countApplications } from './team-requests.ts'

const pollIntervalMs = 30_000

/** `groupId`: the peer group whose page lists the applications; null for groups that list them in the chat. */
export type WaitingApplications = { count: number; groupId: number | null }

/** The groups that the reader leads and people wait to join, by the key of the conversation. */
export function useWaitingApplications({
  requests,
  conversations,
}: Pick<ChatState, 'requests' | 'conversations'>): ReadonlyMap<string, WaitingApplications> {
  const [peerGroups, setPeerGroups] = useState<readonly [string, WaitingApplications][]>([])
  const leads = conversations.some(({ canManage }) => canManage)
  useEffect(() => {
    if (!leads) return undefined
    const read = async () => {
      // after a failed request, the last numbers stay until the next one
      const reply = await api('GET /peerGroup/waiting', {}).catch(() => null)
      if (!reply) return
      setPeerGroups(
        reply.content.map(({ id, teamId, waiting }) => [`team-${teamId}`, { count: waiting, groupId: id }] as const),
      )
    }
    void read()
    const timer = setInterval(() => void read(), pollIntervalMs)
    const readNow = () => void read()
    document.addEventListener(noticeEvent, readNow)
    return () => {
      clearInterval(timer)
      document.removeEventListener(noticeEvent, readNow)
    }
  }, [leads])
  const managed = new Set(conversations.flatMap(({ to, canManage }) => (canManage ? [to] : [])))
  const inChat = [...countApplications(requests)].map(([key, count]): [string, WaitingApplications] => [
    key,
    { count, groupId: null },
  ])
  return new Map([...inChat, ...peerGroups].filter(([key]) => managed.has(key)))
}

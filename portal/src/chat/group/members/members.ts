// Members of a group in pages, with their names.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MemberRole, Team, TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'

const firstPageSize = 50
const maxPageSize = 500
const ranks: Record<MemberRole, number> = { owner: 0, manager: 1, normal: 2 }

export type ListedMember = {
  account: string
  name: string
  role: MemberRole
  isMuted: boolean
  isMutedByStaff: boolean
  isSelf: boolean
}
export type TeamRef = Pick<Team, 'scene' | 'teamId'>
export const teamRefOf = ({ scene, teamId }: TeamRef): TeamRef => ({ scene, teamId })

async function fetchPage(chat: ChatSession, team: TeamRef, last: TeamMember | undefined, limit: number) {
  const after = last && { joinTime: last.joinTime, account: last.account }
  const page = await chat.client.request('team.getTeamMembers', { ...teamRefOf(team), limit, ...(after && { after }) })
  await fetchNames(
    chat,
    page.members.map(({ account }) => account),
  )
  return page
}

/** Fetches the names of accounts that this page has not met. */
export async function fetchNames(chat: ChatSession, accounts: readonly string[]): Promise<void> {
  const unknownAccounts = accounts.filter((account) => !chat.client.store.users.has(account))
  if (unknownAccounts.length > 0) await chat.client.fetchUsers(unknownAccounts)
}

export const readName = (chat: ChatSession, account: string): string =>
  withoutDirectionControls(chat.client.store.users.get(account)?.nick || '成员')

/** Names the reader in the member list. The others see an alias, which the reader does not know. */
export const selfName = '我'

/**
 * Reads nothing without a session and a team.
 * @param hasAlias true for a user, whose name the others do not see
 */
export function useMembers(chat: ChatSession | null, team: Team | null, hasAlias: boolean) {
  const [members, setMembers] = useState<readonly TeamMember[]>([])
  const [hasMore, setMore] = useState(true)
  const [fault, setFault] = useState<string | null>(null)
  const loading = useRef<Promise<void> | null>(null)
  const loaded = useRef<readonly TeamMember[]>([])
  const { scene = 'team', teamId = null, memberUpdateTime = 0, owner = '' } = team ?? {}

  const load = useCallback(
    (isRestart: boolean, limit: number): Promise<void> => {
      const loadPage = async () => {
        if (!chat || teamId === null) return
        try {
          const before = isRestart ? [] : loaded.current
          const page = await fetchPage(chat, { scene, teamId }, before.at(-1), limit)
          loaded.current = [...before, ...page.members]
          setMembers(loaded.current)
          setMore(page.hasMore)
          setFault(null)
        } catch (error) {
          setFault((error as Error).message)
        }
      }
      // one page at a time, because each begins where the last one ended
      const next = (loading.current ?? Promise.resolve()).then(loadPage)
      loading.current = next
      return next
    },
    [chat, scene, teamId],
  )
  useEffect(() => {
    void load(true, Math.min(maxPageSize, Math.max(firstPageSize, loaded.current.length)))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads again when the members have changed
  }, [load, memberUpdateTime, owner])

  const listed = members
    .map(({ account, type, nickInTeam, mute, isMutedByStaff = false }) => {
      const isSelf = account === chat?.account
      const accountName = isSelf && hasAlias ? selfName : chat ? readName(chat, account) : ''
      return {
        account,
        name: withoutDirectionControls(nickInTeam) || accountName,
        role: type,
        isMuted: mute,
        isMutedByStaff,
        isSelf,
      }
    })
    .toSorted((a, b) => ranks[a.role] - ranks[b.role])
  return { members: listed, hasMore, fault, loadMore: (limit = maxPageSize) => load(false, limit) }
}

export type MemberPages = ReturnType<typeof useMembers>

// Members of a group with their roles, and what the reader may do with each.
import { useEffect, useEffectEvent, useState } from 'react'
import type { OwnTeamMembership, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import type { MemberPages } from './members.ts'
import { useInfiniteScroll } from '../use-infinite-scroll.ts'
import { MemberItem } from './MemberItem.tsx'

type MemberListProps = {
  chat: ChatSession
  team: Team
  own: OwnTeamMembership
  pages: MemberPages
}

export function MemberList({ chat, team, own, pages: { members, hasMore, fault, loadMore } }: MemberListProps) {
  const [search, setSearch] = useState('')
  const key = search.trim().toLowerCase()
  const matches = members.filter(({ name }) => name.toLowerCase().includes(key))
  const count = members.length
  const loadNext = useEffectEvent(() => void loadMore())
  const canLoad = hasMore && !fault
  useEffect(() => {
    // a search reads all pages, because the names of members are not indexed
    if (key !== '' && canLoad) loadNext()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads the next page after each one
  }, [key, canLoad, count])
  const end = useInfiniteScroll<HTMLOutputElement>(count, canLoad && key === '', loadMore)
  return (
    <>
      <label className="chat-search group-search">
        <Icon name="search" className="size-4.5" />
        <span className="sr-only">按名字查找成员</span>
        <input
          type="search"
          placeholder="按名字查找"
          maxLength={30}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      <ul>
        {matches.map((member) => (
          <MemberItem key={member.account} chat={chat} team={team} ownRole={own.type} member={member} />
        ))}
      </ul>
      <output ref={end} className="group-none block py-2 text-center">
        {fault ?? (hasMore ? '正在加载…' : matches.length === 0 ? `没有叫“${search.trim()}”的成员` : '')}
      </output>
      {fault && (
        <button type="button" className="chat-ask" onClick={() => void loadMore()}>
          重试
        </button>
      )}
    </>
  )
}

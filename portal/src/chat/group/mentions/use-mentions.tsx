// Mentions of members: the list above the input after an `@`, and the accounts that a text mentions.
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import type { ComposerSuggestions } from '../../thread/composer/Composer.tsx'
import { MentionList } from './MentionList.tsx'
import { findMentionQuery, listMentioned, type MentionQuery, type MentionOption } from './mention-text.ts'
import type { MemberPages } from '../members/members.ts'

const maxOptions = 50
/** The option that mentions all members, for owner and managers. */
const everyone: MentionOption = { account: '', name: '所有人' }

type MentionsOptions = {
  pages: MemberPages
  canMentionAll: boolean
}

export function useMentions({ pages, canMentionAll }: MentionsOptions): ComposerSuggestions {
  const { members, hasMore, fault, loadMore } = pages
  const input = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [index, setIndex] = useState(0)
  /** The start of a mention whose list the user closed. */
  const closedStart = useRef(-1)
  const accountsByName = useRef(new Map<string, string>())
  const listId = useId()
  const people: MentionOption[] = members.filter(({ isSelf }) => !isSelf)
  const key = query?.text.toLowerCase() ?? ''
  const options = query
    ? [...(canMentionAll ? [everyone] : []), ...people]
        .filter(({ name }) => name.toLowerCase().includes(key))
        .slice(0, maxOptions)
    : []
  const isSearching = key !== '' && hasMore && fault === null
  const count = members.length
  const loadNext = useEffectEvent(() => void loadMore())
  useEffect(() => {
    // the names of members are not indexed, so a search reads all pages
    if (isSearching) loadNext()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- reads the next page after each one
  }, [isSearching, count])

  const pick = ({ account, name }: MentionOption) => {
    const box = input.current
    if (!box || !query) return
    if (account !== '') accountsByName.current.set(name, account)
    // the change reaches React as an input of the user, which the browser can undo
    box.setRangeText(`@${name} `, query.start, box.selectionStart, 'end')
    box.dispatchEvent(new Event('input', { bubbles: true }))
    setQuery(null)
    box.focus()
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (options.length === 0 || event.nativeEvent.isComposing) return false
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setIndex((index + step + options.length) % options.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(options[Math.min(index, options.length - 1)]!)
    else if (event.key === 'Escape') {
      closedStart.current = query?.start ?? -1
      setQuery(null)
    } else return false
    event.preventDefault()
    return true
  }
  const onCaret = () => {
    const box = input.current
    const next = box && findMentionQuery(box.value.slice(0, box.selectionStart))
    if (!next) closedStart.current = -1
    const shown = next && next.start !== closedStart.current ? next : null
    if (shown?.text !== query?.text) setIndex(0)
    setQuery(shown)
  }
  const apnsOf = (text: string): MessageContent['apns'] => {
    if (canMentionAll && listMentioned(text, [everyone]).length > 0) return { forcePush: true }
    const namedPeople = people.filter(({ account, name }) => (accountsByName.current.get(name) ?? account) === account)
    const accounts = listMentioned(text, namedPeople).slice(0, teamLimits.accounts)
    return accounts.length > 0 ? { accounts, forcePush: true } : undefined
  }
  const isOpen = options.length > 0
  return {
    input,
    attributes: {
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': isOpen ? `${listId}-${index}` : undefined,
    },
    list: (
      <>
        {isOpen && <MentionList id={listId} options={options} index={index} onPick={pick} />}
        <output className="sr-only">{isOpen ? `${options.length}位成员，用上下键选择` : ''}</output>
      </>
    ),
    onCaret,
    onKeyDown,
    apnsOf,
  }
}

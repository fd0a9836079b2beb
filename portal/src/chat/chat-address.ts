// Addresses of conversations: `to` for another account, `team` for a group. Functions take and return the conversation
// keys of the chat session (conversation-key.ts).
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'

const teamKeyPattern = /^(?:team|superTeam)-(\d{1,15})$/
const teamIdPattern = /^\d{1,15}$/
const accountPattern = /^\w{1,32}$/

export const isGroupKey = (key: string): boolean => teamKeyPattern.test(key)

/** The other account of a conversation; null for a group and for the list. */
export const accountOfKey = (key: string | null): string | null => (key === null || isGroupKey(key) ? null : key)

/** @param key the conversation; null for the list */
export function formatChatAddress(key: string | null): string {
  const teamId = key && teamKeyPattern.exec(key)?.[1]
  return withQuery(routes.im, teamId ? { team: teamId } : { to: key })
}

/** The key in the query of an address; null for none. */
export function parseChatAddress(query: URLSearchParams): string | null {
  const teamId = query.get('team') ?? ''
  if (teamIdPattern.test(teamId)) return `team-${teamId}`
  const account = query.get('to') ?? ''
  return accountPattern.test(account) ? account : null
}

/** Addresses do not distinguish the two kinds of teams, whose ids are unique together. */
export function resolveKey({ conversations }: ChatState, key: string | null): string | null {
  const superTeamKey = key?.replace(/^team-/, 'superTeam-')
  return conversations.some(({ to }) => to === superTeamKey) ? superTeamKey! : key
}

/** The code of a link to a group in what a person typed or pasted: the code itself, or the whole link. */
export function readTypedCode(typed: string): string {
  const plain = typed.normalize('NFKC')
  const [, linkedCode] = /[?&]invite=([0-9a-z]+)/i.exec(plain) ?? []
  return linkedCode ?? plain.replaceAll(/[^0-9a-z]/gi, '')
}

/** The code of a link to a group in the query of an address; empty for none. */
export const parseInviteCode = (query: URLSearchParams): string => {
  const code = query.get('invite') ?? ''
  return /^[0-9A-Za-z]{8,32}$/.test(code) ? code : ''
}

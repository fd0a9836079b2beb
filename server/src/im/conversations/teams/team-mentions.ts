// Mentions in messages of teams (messaging.md 3).
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { MessageContent, WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { isManager } from './locked-membership.ts'
import type { TeamMemberRow } from './team-store.ts'

type MentioningContent = Pick<MessageContent, 'apns'>

/** `apns` without accounts addresses all members. */
const isForAll = ({ apns }: MentioningContent): boolean => apns?.forcePush === true && apns.accounts === undefined

/** @throws ImFailure 802 when a member who is neither owner nor manager mentions all members */
export function expectMayMention(content: MentioningContent, member: Pick<TeamMemberRow, 'role'>): void {
  if (isForAll(content) && !isManager(member)) throw imFail('notAllowedInTeam', '只有群主和管理员可以@所有人')
}

export const isMentioned = ({ from, content }: Pick<WireMessage, 'from' | 'content'>, accid: string): boolean =>
  from !== accid &&
  (isForAll(content) || (content.apns?.forcePush === true && content.apns.accounts?.includes(accid) === true))

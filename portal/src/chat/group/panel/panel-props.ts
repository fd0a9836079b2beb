// Properties that the views of a group's panel share.
import type { OwnTeamMembership, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatConversation, ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import type { ScrollTarget } from '../../conversations/FoundMessages.tsx'
import type { WaitingApplications } from '../../waiting-applications.ts'
import type { MemberPages } from '../members/members.ts'

export type PanelView = 'home' | 'members' | 'invite' | 'search' | 'files'
export type GroupPanelProps = {
  chat: ChatSession
  state: ChatState
  to: string
  team: Team
  own: OwnTeamMembership
  pages: MemberPages
  conversation: ChatConversation | undefined
  /** Applications that the reader decides; undefined for none. */
  applications: WaitingApplications | undefined
  /** True where the panel has a place beside the conversation. */
  isBeside: boolean
  firstView: PanelView
  onClose: () => void
  /** Shows a message in the thread. */
  onFound: (target: ScrollTarget) => void
  /** Called when the conversation is no longer in the list. */
  onGone: () => void
}

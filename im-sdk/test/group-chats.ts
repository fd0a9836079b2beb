// Views of groups in chat sessions, for tests.
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { ChatSession } from '../src/chat/chat-session.ts'

export type GroupMember = { accid: string; token: string; chat: ChatSession; incoming: string[] }
type WithChat = Pick<GroupMember, 'chat'>

export const findGroup = ({ chat }: WithChat, to: string) => chat.state().conversations.find((item) => item.to === to)
export const threadOf = ({ chat }: WithChat, to: string) => chat.state().threads.get(to)
export const listTexts = (member: WithChat, to: string) =>
  (threadOf(member, to)?.lines ?? []).flatMap(({ content }) => ('text' in content ? [content.text] : []))
export const sendMention = ({ chat }: GroupMember, to: string, text: string, accounts?: string[]) =>
  chat.client.send({
    scene: 'team',
    to: to.replace('team-', ''),
    idClient: crypto.randomUUID(),
    content: { type: chatMessageTypes.text, text, apns: { forcePush: true, ...(accounts && { accounts }) } },
  })

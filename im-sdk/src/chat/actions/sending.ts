// Sending in a chat session: texts, files, repeating what failed, and recalls.
import { chatMessageTypes, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { targetOfKey } from '../state/conversation-key.ts'
import type { ChatFeatures, LoginState } from '../chat-features.ts'
import { isAbove, noPeople } from '../state/groups.ts'
import { createReplyReferences } from '../outbox/replies.ts'
import type { ChatLine, Thread } from '../state/state.ts'

type TextOptions = {
  /** The members whom the text mentions, in a team. */
  apns?: MessageContent['apns'] | undefined
  /** The message to which the text replies. */
  replied?: ChatLine | undefined
}

export const createSendingActions = (
  { client, account, reactions, typing, outbox }: ChatFeatures,
  login: LoginState,
) => ({
  sendText(to: string, text: string, { apns, replied }: TextOptions = {}): void {
    typing.resetNotified(to)
    const references = replied ? createReplyReferences(account, to, replied) : {}
    outbox.send(to, { type: chatMessageTypes.text, text, ...(apns && { apns }), ...references }, null)
  },
  /** Greets a robot, which answers with what it can do. */
  greetRobot: (to: string): void =>
    outbox.send(
      to,
      { type: chatMessageTypes.robot, text: '', robot: { robotAccid: to, param: { type: 'welcome' } } },
      null,
    ),
  /** @param kind 'image' for a picture that the conversation shows, 'file' for a document to open */
  sendFile: (to: string, file: File, kind: 'image' | 'file'): void =>
    outbox.send(
      to,
      { type: chatMessageTypes[kind], file: { url: '', name: file.name, ext: 'unknown', size: file.size } },
      file,
    ),
  retry: (key: string): void => outbox.retry(key),
  discard: (key: string): void => outbox.discard(key),
  notifyTyping: (to: string): void => typing.notify(to),
  /**
   * True for sent, recent messages of the account, and in a team for those of members below it. In groups of the site,
   * leaders recall older ones as well. The server decides in the end.
   */
  canRecall: (
    { content, from, isOwn, isNotice, status, idServer, time }: ChatLine,
    now: number,
    { group, people }: Pick<Thread, 'group' | 'people'> = { group: null, people: noPeople },
  ): boolean =>
    (group === null || group.own !== null) &&
    !isNotice &&
    content.type !== chatMessageTypes.g2 &&
    (isOwn || isAbove(group, people.get(from)?.role)) &&
    status === 'success' &&
    idServer !== null &&
    ((!isOwn && group?.team?.isManaged === true) || now - time < login.recallWindowSeconds * 1000),
  /** Adds a reaction of the account to a message, or removes it. */
  react: (to: string, idServer: string, body: number): Promise<void> => reactions.toggle(to, idServer, body),
  /** @throws ImFailure 508 after the time for recalls */
  async recall(to: string, idServer: string): Promise<void> {
    await client.request('msg.deleteMsg', { ...targetOfKey(to), idServer })
  },
})

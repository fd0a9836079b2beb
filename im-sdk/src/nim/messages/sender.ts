// Sends messages, and remembers those in flight and those that failed.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { messageFlags, type MessageDraft } from '@xinqiao/contract/im/messages/messages.ts'
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { passResult } from '../core/done-callback.ts'
import type { ContentReviewOptions, SendOptions } from '../core/options.ts'
import { presentMessage, type NimMessage, type NimStatus } from '../present/messages.ts'
import { createReferences } from '../present/references.ts'
import { createIdClient } from '../../base/create-id-client.ts'
import { omitUndefined, pickDefined } from '../../base/omit-undefined.ts'

/** Options that the message carries as they are. */
const draftOptions = [
  ...(['custom', 'subType', 'pushContent', 'pushPayload', 'apns', 'env'] as const),
  ...(['loc_x', 'loc_y', 'loc_z'] as const),
]
/** Options that the SDK only repeats in the messages of the page. */
const reviewOptions: readonly (keyof ContentReviewOptions)[] = [
  ...(['clientAntiSpam', 'antiSpamUsingYidun', 'antiSpamContent', 'antiSpamBusinessId'] as const),
  ...(['yidunAntiCheating', 'yidunAntiSpamExt'] as const),
]

export function createDraft(options: SendOptions, content: MessageDraft['content']): MessageDraft {
  const { replyMsg } = options
  const flags = messageFlags.filter((name) => options[name] !== undefined).map((name) => [name, options[name] ? 1 : 0])
  return {
    scene: options.scene as Scene,
    to: options.to,
    idClient: options.idClient ?? createIdClient(),
    content: {
      ...content,
      ...Object.fromEntries(flags),
      ...pickDefined(options, draftOptions),
      ...(replyMsg && createReferences(replyMsg)),
    } as MessageDraft['content'],
  }
}

export function presentDraft(
  core: Pick<NimCore, 'client' | 'options' | 'presenterContext'>,
  draft: MessageDraft,
  time: number,
  status: NimStatus,
): NimMessage {
  const { options, client } = core
  const msg = { ...draft, from: options.account, fromClientType: 16, fromDeviceId: client.deviceId, time }
  return presentMessage(msg, core.presenterContext(), status)
}

/** Messages of the account in flight or failed, including those of earlier pages. */
export const listUnsent = (core: Pick<NimCore, 'client' | 'options' | 'presenterContext'>): NimMessage[] =>
  [...core.client.store.unsent.values()].map(({ draft, time, status, isInBlackList = false }) => ({
    ...presentDraft(core, draft, time, status),
    isInBlackList,
  }))

/** The message of this account as the server has stored it, if this page knows it. */
export function findStoredMessage(
  core: Pick<NimCore, 'client' | 'presenterContext'>,
  { idClient, scene, target }: NimMessage,
): NimMessage | undefined {
  const conversation = core.client.store.conversations.get(`${scene}-${target}`)
  const storedMsg = conversation?.msgs.find((msg) => msg.idClient === idClient)
  return storedMsg && presentMessage(storedMsg, core.presenterContext())
}

const deliveryOptions = [
  ...reviewOptions,
  ...(['beforesend', 'done', 'isLocal', 'localFrom', 'time', 'resend'] as const),
]
type DeliveryOptions = Pick<SendOptions, (typeof deliveryOptions)[number]>
/** The options that `deliverDraft` reads, for a caller that delivers later. */
export const readDeliveryOptions = (options: SendOptions): DeliveryOptions => pickDefined(options, deliveryOptions)

let lastTime = 0
/** Returns a later time for each message of one millisecond, because the local database sorts by time. */
export function nextTime(now: number): number {
  lastTime = lastTime >= now && lastTime < now + 1_000 ? lastTime + 1 : now
  return lastTime
}

/** Returns the message at once, as `sending`; `done` receives the stored one, or the same one as `fail`. */
export function deliverDraft(core: NimCore, draft: MessageDraft, options: DeliveryOptions): NimMessage {
  const { beforesend, done, isLocal = false, localFrom, time: localTime, resend = false } = options
  const ownOptions = { resend, ...pickDefined(options, reviewOptions) }
  const { unsent } = core.client.store
  const { idClient } = draft
  const time = isLocal ? localTime || core.client.now() : nextTime(core.client.now())
  const presentOutgoing = (status: NimStatus) => ({ ...presentDraft(core, draft, time, status), ...ownOptions })
  if (isLocal) {
    const local = { ...presentOutgoing('success'), isLocal: true, ...omitUndefined({ from: localFrom }) }
    // messaging.md 4: a local message succeeds without waiting
    const finish = () => done?.(null, { ...local })
    void core.persistence.savePageMessages([local]).then(finish, finish)
    return { ...local }
  }
  const pageMsg = presentOutgoing('sending')
  beforesend?.(pageMsg)
  const reply = core.client.send(draft)
  // a message with invalid content can never be sent, so the local database does not keep it
  const isKept = core.client.isSending(idClient)
  if (isKept) unsent.set(idClient, { draft, time, status: 'sending' })
  void passResult(
    reply,
    (msg) => {
      core.failed.delete(idClient)
      unsent.delete(idClient)
      done?.(null, { ...presentMessage(msg, core.presenterContext()), ...ownOptions })
    },
    (error) => {
      // messaging.md 8: the receiver has blocked the sender
      const isInBlackList = error instanceof ImFailure && error.code === 7101
      core.failed.set(idClient, draft)
      if (isKept) unsent.set(idClient, { draft, time, status: 'fail', isInBlackList })
      done?.(error, { ...presentOutgoing('fail'), isInBlackList })
    },
  )
  return pageMsg
}

export const sendContent = (core: NimCore, options: SendOptions, content: MessageDraft['content']): NimMessage =>
  deliverDraft(core, createDraft(options, content), options)

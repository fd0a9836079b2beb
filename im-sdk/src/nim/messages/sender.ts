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
import { omitUndefined } from '../../base/omit-undefined.ts'

export function createDraft(options: SendOptions, content: MessageDraft['content']): MessageDraft {
  const { custom, subType, pushContent, pushPayload, apns, env, loc_x, loc_y, loc_z, replyMsg } = options
  const flags = messageFlags.filter((name) => options[name] !== undefined).map((name) => [name, options[name] ? 1 : 0])
  const extras = omitUndefined({ custom, subType, pushContent, pushPayload, apns, env, loc_x, loc_y, loc_z })
  return {
    scene: options.scene as Scene,
    to: options.to,
    idClient: options.idClient ?? createIdClient(),
    content: {
      ...content,
      ...Object.fromEntries(flags),
      ...extras,
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

const pickReviewOptions = ({
  clientAntiSpam,
  antiSpamUsingYidun,
  antiSpamContent,
  antiSpamBusinessId,
  yidunAntiCheating,
  yidunAntiSpamExt,
}: SendOptions): ContentReviewOptions =>
  omitUndefined({
    ...{ clientAntiSpam, antiSpamUsingYidun, antiSpamContent, antiSpamBusinessId },
    ...{ yidunAntiCheating, yidunAntiSpamExt },
  })

/** Returns the message at once, as `sending`; `done` receives the stored one, or the same one as `fail`. */
export function deliverDraft(core: NimCore, draft: MessageDraft, options: SendOptions, resend: boolean): NimMessage {
  const { beforesend, done, isLocal = false, localFrom, time: localTime } = options
  const ownOptions = { resend, ...pickReviewOptions(options) }
  const { unsent } = core.client.store
  const { idClient } = draft
  const time = isLocal && localTime ? localTime : core.client.now()
  const presentOutgoing = (status: NimStatus) => ({ ...presentDraft(core, draft, time, status), ...ownOptions })
  if (isLocal) {
    const local = { ...presentOutgoing('success'), isLocal: true, ...omitUndefined({ from: localFrom }) }
    // messaging.md 4: a local message succeeds without waiting
    void core.persistence.savePageMessages([local]).finally(() => done?.(null, { ...local }))
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
  deliverDraft(core, createDraft(options, content), options, options.resend === true)

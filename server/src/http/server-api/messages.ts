// The calls of the server API about messages. A message is sent by the chat command, with the account as the caller.
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { writeBroadcast } from '../../im/chat.ts'
import { chatPushes } from '../../kit/bus/topic.ts'
import { buildContent, presentSent } from './contents.ts'
import type { CallRunner, CallsOf } from './run.ts'

const isMissing = (error: unknown) => error instanceof ImFailure && error.code === imErrors.notFound.code

/** Scene of a message by the parameters `ope` and `msgtype`. */
const sceneOf = { 0: 'p2p', 1: 'team' } as const
/** Scene of a recalled message by the parameter `type`. */
const recallSceneOf = { 7: 'p2p', 8: 'team' } as const

/**
 * @returns the results, and the receivers that do not exist.
 * @throws unknown the first other failure
 */
async function sendToEach<T>(receivers: readonly string[], sendTo: (to: string) => Promise<T>) {
  const results = await Promise.allSettled(receivers.map(sendTo))
  const resultByReceiver = new Map<string, T>()
  const unregister: string[] = []
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') resultByReceiver.set(receivers[i]!, result.value)
    else if (isMissing(result.reason)) unregister.push(receivers[i]!)
    // a receiver who has blocked the sender gets no message, as with a single receiver
    else if (!(result.reason instanceof ImFailure)) throw result.reason
  }
  return { sent: resultByReceiver, unregister }
}

export function createMessageCalls(
  { kit, contextFor, senderContextFor, runCommand, sendMessage, sendNotice }: CallRunner,
  generation: () => number,
): Omit<CallsOf<'msg'>, 'msg/import'> {
  return {
    async 'msg/sendMsg'({ from, ope, to, ...draft }, appId) {
      const ctx = await senderContextFor(appId, from)
      return presentSent(await sendMessage(ctx, to, buildContent(draft), sceneOf[ope]))
    },
    async 'msg/sendBatchMsg'({ fromAccid, toAccids, returnMsgid, ...draft }, appId) {
      const ctx = await senderContextFor(appId, fromAccid)
      const content = buildContent(draft)
      const { sent, unregister } = await sendToEach(toAccids, async (to) => (await sendMessage(ctx, to, content)).msg)
      const msgids = Object.fromEntries(Array.from(sent, ([to, msg]) => [to, Number(msg.idServer)]))
      const timetag = Math.max(0, ...Array.from(sent.values(), ({ time }) => time))
      return { unregister, timetag, ...(returnMsgid && { msgids }) }
    },
    async 'msg/sendAttachMsg'({ from, msgtype, to, ...notice }, appId) {
      await sendNotice(await senderContextFor(appId, from), to, notice, sceneOf[msgtype])
      return {}
    },
    async 'msg/sendBatchAttachMsg'({ fromAccid, toAccids, ...notice }, appId) {
      const ctx = await senderContextFor(appId, fromAccid)
      const { unregister } = await sendToEach(toAccids, (to) => sendNotice(ctx, to, notice))
      return { unregister }
    },
    async 'msg/recall'({ deleteMsgid: idServer, type, from, to, msg: ps, attach, ignoreTime }, appId) {
      const ctx = { ...(await contextFor(appId, from)), ignoresRecallWindow: ignoreTime === 1 }
      await runCommand('msg.deleteMsg', { scene: recallSceneOf[type], to, idServer, ps, attach }, ctx)
      return {}
    },
    async 'msg/broadcastMsg'({ body, ttl }, appId) {
      const startedIn = generation()
      const { broadcast } = await writeBroadcast(kit.sql, { body, retentionDays: ttl / 24, appId })
      chatPushes.publish(kit.bus, { appId, name: 'notify.broadcast', data: { broadcast }, generation: startedIn })
      return { msg: { broadcastId: broadcast.broadcastId, body, createTime: broadcast.time } }
    },
  }
}

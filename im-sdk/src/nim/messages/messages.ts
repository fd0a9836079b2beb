// Messages: sending, history and read receipts.
import { chatMessageTypes, type CallAttachment, type MessageType } from '@xinqiao/contract/im/messages/messages.ts'
import type { RobotQuestionParam } from '@xinqiao/contract/im/robots/robot-messages.ts'
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone, HistoryOptions, SendOptions } from '../core/options.ts'
import { presentMessage, type NimMessage } from '../present/messages.ts'
import { sendContent } from './sender.ts'
import { readMessageTarget } from '../core/targets.ts'

/** Pages leave out the time of a side that did not speak. */
type CallRecord = Omit<CallAttachment, 'durations'> & { durations?: { accid: string; duration?: number | null }[] }
/** Older pages pass the coordinates as texts. */
export type GeoInput = { lng: number | string; lat: number | string; title: string }
export const readGeo = (geo: GeoInput) => ({ ...geo, lng: Number(geo.lng), lat: Number(geo.lat) })

type RobotOptions = { robotAccid?: string; body?: string; content: RobotQuestionParam }

export function createMessagesApi(core: NimCore) {
  const { client } = core

  return {
    sendText(options: SendOptions & { text: string }): NimMessage {
      return sendContent(core, options, { type: chatMessageTypes.text, text: options.text })
    },
    sendCustomMsg(options: SendOptions & { content: string }): NimMessage {
      return sendContent(core, options, { type: chatMessageTypes.custom, content: options.content })
    },
    sendTipMsg(options: SendOptions & { tip: string }): NimMessage {
      return sendContent(core, options, { type: chatMessageTypes.tip, tip: options.tip })
    },
    /** `body`: what the conversation shows of the question; by default its content. */
    sendRobotMsg(options: SendOptions & RobotOptions): NimMessage {
      const { to, robotAccid = to, content: param, body = (param as { content?: string }).content ?? '' } = options
      return sendContent(core, options, { type: chatMessageTypes.robot, text: body, robot: { robotAccid, param } })
    },
    /** The record of a call, between accounts of an app. */
    sendG2Msg({ attach, ...options }: SendOptions & { attach: CallRecord }): NimMessage {
      const durations = (attach.durations ?? []).map(({ accid, duration }) => ({ accid, duration: duration ?? 0 }))
      return sendContent(core, options, { type: chatMessageTypes.g2, attach: { ...attach, durations } })
    },
    sendGeo(options: SendOptions & { geo: GeoInput }): NimMessage {
      return sendContent(core, options, { type: chatMessageTypes.geo, geo: readGeo(options.geo) })
    },

    getHistoryMsgs(options: HistoryOptions): void {
      const {
        scene,
        to,
        beginTime = 0,
        endTime = 0,
        lastMsgId,
        limit = 100,
        reverse = false,
        asc = false,
        msgTypes = [],
      } = options
      const types = msgTypes.map((name) => chatMessageTypes[name as MessageType])
      const period = { beginTime, endTime, ...(lastMsgId && lastMsgId !== '0' && { lastMsgId }) }
      const input = { scene: scene as Scene, to, ...period, limit, reverse, msgTypes: types }
      callDone(options.done, async () => {
        const { msgs } = await client.request('msg.getHistoryMsgs', input)
        const list = msgs.map((msg) => presentMessage(msg, core.presenterContext()))
        return { msgs: asc && !reverse ? list.toReversed() : list }
      })
    },
    sendMsgReceipt({ msg, done }: { msg: NimMessage | null } & WithDone<null>): void {
      callDone(done, async () => {
        if (msg) await client.request('msg.sendMsgReceipt', { ...readMessageTarget(msg), time: msg.time })
        return null
      })
    },
  }
}

// Messages for pages (im-sdk-api.md). Every call returns new objects, because pages change and keep them.
import { replaceFileAddresses } from '@xinqiao/contract/im/files/file-messages.ts'
import {
  messageFlags,
  messageTypeOf,
  type CallAttachment,
  type MessageFlag,
  type WireMessage,
} from '@xinqiao/contract/im/messages/messages.ts'
import type { AnswerSource, RobotMessagePart } from '@xinqiao/contract/im/robots/robot-answers.ts'
import { sessionIdOf, targetOfMessage } from '@xinqiao/contract/im/messages/scene.ts'
import type { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import { findState } from '../../sync/merge/changes.ts'
import { describeNotice, type NimTeamNotice } from './team-notices.ts'
import { nameClientType } from './login-ports.ts'
import type { PresenterContext } from './presenter-context.ts'
import { presentReferences, type NimReferences } from './references.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'

export type NimStatus = 'sending' | 'success' | 'fail'
export type NimScene = 'p2p' | 'team' | 'superTeam'
export type NimMessage = NimReferences & {
  scene: NimScene
  from: string
  fromNick: string
  fromClientType: string
  fromDeviceId: string
  to: string
  time: number
  userUpdateTime: number
  type: string
  sessionId: string
  target: string
  flow: 'in' | 'out'
  status: NimStatus
  idClient: string
  idServer?: string
  text?: string
  tip?: string
  /** Content of a custom message; for robots, the question or the parts of the answer. */
  content?: string | RobotContent
  geo?: { lng: number; lat: number; title: string }
  file?: { url: string; ext: string; size: number; name?: string; md5?: string; w?: number; h?: number; dur?: number }
  /** Content of a notification of a team, or the record of a call (`g2`). */
  attach?: NimTeamNotice | CallAttachment
  /** The robot that the message is for or from. */
  robotAccid?: string
  /** State of a robot's answer. */
  aiConfig?: NimAnswerState
  custom?: string
  subType?: number
  /** Note of this device. */
  localCustom?: string
  /** Time of the last edit. */
  modifyTime?: number
  isLocal: boolean
  resend: boolean
  isMuted: boolean
  isInBlackList: boolean
  [flag: string]: unknown
}
/** `aiStreamStatus`: -1 being written, 0 whole, 2 stopped, 3 replaced, 4 finished, 5 failed. */
export type NimAnswerState = {
  accountId: string
  aiStatus: number
  aiStream: boolean
  aiStreamStatus: number
  aiRAGs: AnswerSource[]
}
export type RobotContent = NonNullable<RobotMessagePart['param']> | { flag: 'bot'; message: RobotMessagePart['answer'] }

/** messaging.md 3: a message with an output part is an answer. */
const presentRobot = ({ robotAccid, param, answer: message, state = 0, sources: aiRAGs = [] }: RobotMessagePart) => ({
  robotAccid,
  content: message ? { flag: 'bot' as const, message } : param!,
  ...(message && {
    aiConfig: { accountId: robotAccid, aiStatus: 2, aiStream: state !== 0, aiStreamStatus: state, aiRAGs },
  }),
})

/** Flags are set unless the sender clears them, except that a message of a team needs receipts only on request. */
const isFlagSet = ({ scene, content }: Pick<WireMessage, 'scene' | 'content'>, name: MessageFlag): boolean =>
  name === 'needMsgReceipt' && scene !== 'p2p' ? content[name] === 1 : content[name] !== 0

export function presentMessage(
  msg: Omit<WireMessage, 'idServer' | 'seq'> & { idServer?: string },
  context: PresenterContext,
  status: NimStatus = 'success',
): NimMessage {
  const { account, deviceId, store, signUrl } = context
  const { content, from, to, time } = msg
  const { type, reply: _reply, thread: _thread, ...fields } = structuredClone(content)
  const { robot: exchange, ...parts } = { robot: undefined, ...fields }
  if ('attach' in parts && msg.scene !== 'p2p') {
    const notice = parts.attach as TeamNotice
    Object.assign(notice, describeNotice(notice, msg, context))
    if (msg.scene === 'superTeam') Object.assign(notice, { type: notice.type.replace('Team', 'SuperTeam') })
  }
  const robot = exchange ? presentRobot(exchange) : {}
  if ('content' in parts) parts.content = replaceFileAddresses(parts.content, signUrl)
  if ('file' in parts && parts.file.url) parts.file.url = signUrl(parts.file.url)
  // messaging.md 3: `out` when the sender is this account; in a chat with oneself, only on the sending device
  const isOut = from === account && (to !== account || msg.fromDeviceId === deviceId)
  const target = targetOfMessage(msg, account)
  const localCustom = store.localFields.get(`msg ${msg.idClient}`)?.localCustom
  return {
    ...Object.fromEntries(messageFlags.map((name) => [name, isFlagSet(msg, name)])),
    ...Object.fromEntries(Object.entries(parts).filter(([name]) => !messageFlags.some((flag) => flag === name))),
    ...presentReferences(content),
    ...robot,
    scene: msg.scene,
    from,
    fromNick: store.users.get(from)?.nick ?? '',
    fromClientType: nameClientType(msg.fromClientType) || 'Web',
    fromDeviceId: msg.fromDeviceId,
    to,
    time,
    userUpdateTime: msg.modifyTime ?? time,
    ...(msg.modifyTime && { modifyTime: msg.modifyTime }),
    type: messageTypeOf(type),
    sessionId: sessionIdOf(target),
    target: target.to,
    flow: isOut ? 'out' : 'in',
    status,
    idClient: msg.idClient,
    ...omitUndefined({ idServer: msg.idServer }),
    isLocal: false,
    resend: false,
    isMuted: findState(store, 'relation', target.to)?.isMuted === true,
    isInBlackList: false,
    ...omitUndefined({ localCustom }),
  }
}

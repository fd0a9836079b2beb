// What pages pass to `NIM.getInstance` and to its methods. Names and shapes are those of im-sdk-api.md.
import type { MessageFlag } from '@xinqiao/contract/im/messages.ts'
import type { LoginPort } from '@xinqiao/contract/im/auth.ts'
import type { LoginReply } from '../connection/connection.ts'
import type { NimMessage, NimSession } from './present.ts'

export type Done<T> = (error: Error | null, data?: T) => void
export type NimDisconnect = { code: string | number; message: string; reason?: string; custom?: string; from?: string }
type MessageList = { scene: 'p2p'; to: string; sessionId: string; msgs: NimMessage[] }

export type NimOptions = {
  appKey?: string
  account: string
  token: string
  /** Origin of the server; the page's own unless given. */
  defaultLink?: string
  /** Origins that take uploads when that one does not. */
  uploadLinks?: string[]
  customTag?: string
  customClientType?: number
  transports?: ('websocket' | 'polling')[]
  needReconnect?: boolean
  reconnectionAttempts?: number
  heartbeatInterval?: number
  cmdTimeout?: number
  hbCmdTimeout?: number
  syncCmdTimeout?: number
  reconnectDelayProvider?: (retry: number) => number
  skipConnectionOnInitialize?: boolean
  onconnect?: (info: Omit<LoginReply, 'loginPorts' | 'serverTime'>) => void
  onwillreconnect?: (info: { retryCount: number; duration: number }) => unknown
  ondisconnect?: (end: NimDisconnect) => void
  onerror?: (error: Error) => void
  onloginportschange?: (ports: LoginPort[]) => void
  onsessions?: (sessions: NimSession[]) => void
  onupdatesession?: (session: NimSession) => void
  onupdatesessions?: (sessions: NimSession[]) => void
  onroamingmsgs?: (list: MessageList) => void
  onofflinemsgs?: (list: MessageList) => void
  onmsg?: (msg: NimMessage) => void
  onsyncdone?: () => void
  /** Options and callbacks of services that are not built yet are taken and left alone. */
  [later: string]: unknown
}

export type SendOptions = Partial<Record<MessageFlag, boolean>> & {
  scene: string
  to: string
  custom?: string
  subType?: number
  pushContent?: string
  pushPayload?: string
  idClient?: string
  resend?: boolean
  beforesend?: (msg: NimMessage) => void
  done?: (error: Error | null, msg: NimMessage) => void
}

export type HistoryOptions = {
  scene: string
  to: string
  beginTime?: number
  endTime?: number
  limit?: number
  reverse?: boolean
  asc?: boolean
  msgTypes?: string[]
  done?: Done<{ msgs: NimMessage[] }>
}

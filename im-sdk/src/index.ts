// The browser SDK of the messaging layer: the callback API that pages expect, and the underlying client.
import './bundle/polyfills.ts'
export { Chatroom, type ChatroomOptions } from './chatroom/chatroom.ts'
// the name that 1.0.0 published
export { createClient } from './client.ts'
export { NIM } from './nim/nim.ts'
export type * from './page-types.ts'
export type { ChatroomMessage } from './chatroom/present.ts'
export type { NimEvents } from './nim/listeners.ts'
export type { NimLoginPort } from './nim/present/login-ports.ts'
export type { NimSysMsg, NimUnread } from './nim/present/notices.ts'
export type {
  DoneCallback,
  HistoryOptions,
  NimDisconnect,
  NimError,
  NimOptions,
  SendOptions,
} from './nim/core/options.ts'
export type { NimFriend, NimMark, NimUser } from './nim/present/people.ts'
export type { NimMessage, NimStatus } from './nim/present/messages.ts'
export type { NimChannel, NimSignal } from './nim/present/signals.ts'
export type { NimTeamNotice } from './nim/present/team-notices.ts'
export type { NimSession, NimStickTop } from './nim/present/sessions.ts'
export type { NimServerSession } from './nim/sessions/server-sessions.ts'

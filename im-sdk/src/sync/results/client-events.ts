// Events of the messaging client, which the sync, the pushes and the connection announce.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import type { SessionState } from '@xinqiao/contract/im/messages/msg.ts'
import type { Broadcast, SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import type { Team, TeamMember } from '@xinqiao/contract/im/team/team-model.ts'
import type { DisconnectReason, LoginReply } from '../../connection/options.ts'
import type { StateChange } from '../merge/changes.ts'
import type { LeftTeam } from '../merge/merge-teams.ts'
import type { SyncResult } from './result.ts'

export type ModelResultPush = PushData<'ai.proxyAIModelCall' | 'ai.proxyAIModelStreamCall'>

export type ClientEvents = {
  login?: (reply: LoginReply, isAgain: boolean) => void
  /** Called when the first sync after a login is done. */
  synced?: (result: SyncResult) => void
  /**
   * Called when the server's database has lost recent history. Shown messages may not exist any more; the next `synced`
   * brings full lists.
   */
  startOver?: () => void
  syncFailed?: (error: Error) => void
  /**
   * Called once for each new message, in the order of its conversation, including messages of the account's other
   * devices. `isOffline`: missed while offline, and also in the result of the sync.
   */
  message?: (msg: WireMessage, isOffline: boolean) => void
  session?: (session: SessionState, before: SessionState | null) => void
  /** Called for any other change of state after the sync. `isOwn`: caused by a command of this device. */
  changed?: (change: StateChange, isOwn: boolean) => void
  /** Called for a system message that only online accounts receive. */
  passing?: (sysMsg: SystemMessage) => void
  /** Called once for each broadcast, except those in the result of a sync. */
  broadcast?: (broadcast: Broadcast) => void
  /** Called when the site has a message for this account in its message centre. */
  portal?: () => void
  /** Called when a message was refused until the user agrees to the consent text. */
  consentRequired?: (target: Target) => void
  /**
   * Called when a text just sent sounds like danger. Only its sender is notified. `input`: of the command with the
   * text, for `targetOfInput` and `messageOfInput`.
   */
  crisis?: (input: object, level: CrisisLevel) => void
  /** Called when the account has joined a team after the sync. `isOwn`: created by this device. */
  teamJoined?: (team: Team, isOwn: boolean) => void
  /** Called when a member's name in the team has changed. */
  teamMember?: (member: TeamMember, team: Team) => void
  /** Called when the account's own state in a team has changed, such as its nickname or a mute. */
  ownMembership?: () => void
  /** `msg`: the notification of leaving or removal. */
  teamLeft?: (left: LeftTeam, reason: PushData<'team.left'>['reason'], msg?: WireMessage) => void
  /** Called when someone, or another device of the account, has added or removed a comment. */
  quickComment?: (comment: PushData<'msgExtend.quickComment'>) => void
  pin?: (change: PushData<'msgExtend.pin'>) => void
  /** Called when members have read messages of this account. */
  teamReceipts?: (receipts: PushData<'team.receipts'>) => void
  /** Called when accounts to which this one subscribes have published events, such as their online state. */
  eventsPublished?: (events: PublishedEvent[]) => void
  /** Called for an event of a call; `isOwn`: another device of this account has answered. */
  signal?: (event: SignalEvent, isOwn: boolean) => void
  /** Called for a part of a language model's answer (`proxyAIModelStreamCall`), and at its end (`proxyAIModelCall`). */
  model?: (name: string, push: ModelResultPush) => void
  /** Called with the text so far of a robot's answer. */
  answerChunk?: (chunk: PushData<'ai.messageChunk'>) => void
  ports?: (ports: PushData<'auth.multiPortLogin'>['loginPorts']) => void
  /** Called once before the first login, when the server cannot be reached. The retries continue. */
  unreachable?: (error: Error) => void
  willReconnect?: (info: { retryCount: number; duration: number }) => unknown
  end?: (end: DisconnectReason) => void
}

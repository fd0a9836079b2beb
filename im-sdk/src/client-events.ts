// Events of the messaging client.
import type { CrisisLevel } from '@xinqiao/contract/care.ts'
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import type { SessionState } from '@xinqiao/contract/im/msg.ts'
import type { Broadcast, SystemMessage } from '@xinqiao/contract/im/notify.ts'
import type { Target } from '@xinqiao/contract/im/scene.ts'
import type { Team, TeamMember } from '@xinqiao/contract/im/team-model.ts'
import type { ConnectionEnd, LoginReply } from './connection/connection.ts'
import type { StateChange } from './sync/changes.ts'
import type { SyncResult } from './sync/result.ts'

export type ClientEvents = {
  login?: (reply: LoginReply, isAgain: boolean) => void
  /** Called when the first sync after a login is done. */
  synced?: (result: SyncResult) => void
  /** The server's database has stepped back. Shown messages may be lost; the next `synced` brings full lists. */
  startOver?: () => void
  syncFailed?: (error: Error) => void
  /**
   * The next message of a conversation, once each and in order, including those of the account's other devices.
   * `isOffline`: missed while offline, and also part of the sync result.
   */
  message?: (msg: WireMessage, isOffline: boolean) => void
  session?: (session: SessionState, before: SessionState | null) => void
  /** Any other state change after the sync. `isOwn`: caused by a command of this device. */
  changed?: (change: StateChange, isOwn: boolean) => void
  /** A system message for online accounts only, or a broadcast. */
  passing?: (sysMsg: SystemMessage) => void
  broadcast?: (broadcast: Broadcast) => void
  /** The site has a new message for this account, outside of the chat. */
  portal?: () => void
  /** A message was refused until the user agrees to the consent text. */
  consentRequired?: (target: Target) => void
  /** The message just sent contains words of a crisis; only its sender receives this. */
  care?: (care: Target & { level: CrisisLevel }) => void
  /** The account has joined a team, now. `isOwn`: created by this device. */
  teamJoined?: (team: Team, isOwn: boolean) => void
  /** A name in the team has changed. */
  teamMember?: (member: TeamMember, team: Team) => void
  teamLeft?: (team: Team, reason: PushData<'team.left'>['reason']) => void
  ports?: (ports: PushData<'auth.multiPortLogin'>['loginPorts']) => void
  willReconnect?: (info: { retryCount: number; duration: number }) => unknown
  end?: (end: ConnectionEnd) => void
}

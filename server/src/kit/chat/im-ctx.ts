// The context of a chat command, and how it notifies other devices.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { CommandName, CommandOutput, ParsedInput, PushData, PushName } from '@xinqiao/contract/im/index.ts'
import type { ChangeKind, ChangedState } from '@xinqiao/contract/im/accounts/changes.ts'
import type { PublishedEvent, EventSubscription } from '@xinqiao/contract/im/accounts/event.ts'
import type { ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { BodyCipher } from './bodies.ts'
import type { Config } from '../config.ts'
import type { Db, Sql } from '../db/db.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { RoomPort, RoomVisit } from './rooms.ts'

/** The signed-in account of a connection, or an anonymous visitor of a chatroom. */
export type ImViewer = {
  /** Id of the chat account; 0 for an anonymous visitor. */
  imId: number
  /** Names of accounts are unique within an app. */
  appId: number
  accid: string
  /** Id of the login: the sign-in session, or minus the token of an app's account (`selectLiveLogins`). */
  login: number
  /** Expiry times of the file keys that this connection has received, in milliseconds. A logout closes the keys. */
  fileKeyEnds: number[]
  /** Role of the portal account; null for accounts of apps. */
  roleId: number | null
  /** True for an account that may sign in and read, but not send. */
  isMuted: boolean
  deviceId: string
  clientType: number
}

/** Pushes to every device of an account, except the connection that caused it. Call it after the commit only. */
export type DeliverPush = <K extends PushName>(imId: number, push: K, data: PushData<K>, except?: string) => void

/** Names a changed state: the account that sees it, and its key within the kind. */
export type ChangeKey = { imId: number; key: string }

/** Reads the current states, in any order; missing ones are omitted. */
export type ChangeReaders = {
  [K in ChangeKind]: (db: Db, changeKeys: readonly ChangeKey[]) => Promise<(ChangeKey & { state: ChangedState<K> })[]>
}

/** An account whose events the caller may see. */
export type EventPublisher = { imId: number; accid: string }

/** Events of accounts, in the memory of the nodes (decision 024). */
export type EventPort = {
  /** @param seconds time for which later subscribers receive the event; 0 for none */
  publish: (imId: number, event: PublishedEvent, seconds: number) => void
  /** @returns the accounts beyond the limit of subscriptions */
  subscribe: (
    imId: number,
    publishers: readonly EventPublisher[],
    options: { type: number; seconds: number; isSync: boolean; isRenewal: boolean },
  ) => string[]
  /** @param accids of the publishers; null for all of this type */
  unsubscribe: (imId: number, type: number, accids: readonly string[] | null) => void
  /** Ends the subscriptions of an account to the events of another, on all nodes. */
  endSubscriptions: (imId: number, publisherId: number) => void
  list: (imId: number, type: number) => EventSubscription[]
  /** Client types with which the account is online. */
  listOnline: (imId: number) => number[]
}

/** For callers without a connection, whose commands concern no events. */
export const noEvents: EventPort = {
  publish: () => {},
  subscribe: () => [],
  unsubscribe: () => {},
  endSubscriptions: () => {},
  list: () => [],
  listOnline: () => [],
}

export type ImCtx = {
  config: Config
  sql: Sql
  bodies: BodyCipher
  secrets: Secrets
  readers: ChangeReaders
  viewer: ImViewer
  connectionId: string
  /**
   * Call it before a reply that contains a generation of the database.
   * @throws ImFailure 408 when this node knew another generation: it then disconnects its devices, so that they sign in
   * again
   */
  confirmGeneration: (generation: number) => Promise<void>
  deliver: DeliverPush
  /** Pushes to the connection of the caller only. */
  pushToCaller: <K extends PushName>(push: K, data: PushData<K>) => void
  /**
   * Pushes to every connected member of a team, except the connection that caused it, or an account. Call it after the
   * commit only.
   */
  deliverToTeam: <K extends PushName>(
    teamId: number,
    push: K,
    data: PushData<K>,
    except?: string,
    exceptImId?: number,
  ) => void
  events: EventPort
  rooms: RoomPort
  /** The chatroom of the connection, and its visit. */
  room: ImRoom | null
  /** Enters a chatroom with the connection of the caller. */
  enterRoom: (roomId: number, visit: Omit<RoomVisit, 'connectionId'>) => Promise<RoomVisit>
  /** Resolves once the connections of the caller's account receive the pushes of exactly these teams. */
  followTeams: (load: () => Promise<readonly number[]>) => Promise<void>
  /** True for the backend of an app, whose invitations to a team need no consent (`magree` 0). */
  invitesWithoutConsent?: boolean
  /** True for the backend of an app, which alone creates super teams. A device can claim any client type. */
  createsSuperTeams?: boolean
  /** True for the backend of an app, which may recall a message at any time (`ignoreTime` 1). */
  ignoresRecallWindow?: boolean
  /** Refusal by the rate limit. A handler that detects danger in texts does so before it throws the refusal. */
  refusal?: ImFailure | null
  /** Level of a text of the command that sounds like danger; the reply carries it. */
  crisisLevel?: CrisisLevel
  /** True when nothing waits for the reply any more: the client has gone, or the command has timed out. */
  isCancelled?: () => boolean
}

/** For callers without a connection, who are in no chatroom. */
export const outsideRooms: Pick<ImCtx, 'room' | 'enterRoom' | 'pushToCaller'> = {
  room: null,
  pushToCaller: () => {},
  enterRoom: () => Promise.reject(new TypeError('a caller without a connection cannot enter')),
}

/** The chatroom that a connection has entered. */
export type ImRoom = { roomId: number; visit: RoomVisit }

/** Context of commands that only read, which the site can run without a socket. */
export type ImReadCtx = Pick<ImCtx, 'sql' | 'bodies' | 'secrets'> & { viewer: Pick<ImViewer, 'imId'> }

/** Commands of the messaging features; the socket server handles those of the connection. */
export type ChatCommand = Exclude<CommandName, `link.${string}` | `auth.${string}` | 'chatroom.logout'>

/** One handler per command, typed by its row of the contract. */
export type ImHandlers<K extends CommandName> = {
  [N in K]: (input: ParsedInput<N>, ctx: ImCtx) => Promise<CommandOutput<N>>
}

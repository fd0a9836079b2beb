// One chatroom on this node: its connections, the visits that other nodes have reported, and its messages.
import type { RoomDelivery, RoomNodeMessage, RoomVisit, RoomVisitPatch } from '../../kit/chat/rooms.ts'
import type { ByeDetail } from '@xinqiao/contract/im/wire.ts'
import { droppedRoomMessages, roomVisits } from '../../kit/metrics.ts'
import type { Connection } from '../connection.ts'
import { createHighMessages } from './high-messages.ts'
import { createRoomBudget } from './room-budget.ts'
import { createRoomFrames, type RoomReceiver } from './room-frames.ts'

/** Visits that begin or end within this time travel in one message to the other nodes. */
const reportMs = 100
/** A message on the bus names at most so many visits, because one of thousands would delay the others. */
const visitsPerMessage = 500

/** @param publish sends to the other nodes with the room */
export function createLocalRoom(publish: (message: RoomNodeMessage) => void) {
  const receivers = new Map<string, RoomReceiver>()
  /** Visits on other nodes, by node and connection. */
  const remote = new Map<string, Map<string, RoomVisit>>()
  /** Visits on all nodes, by account. */
  const byAccount = new Map<string, Set<RoomVisit>>()
  const mayPass = createRoomBudget()
  const highMessages = createHighMessages()
  const frames = createRoomFrames(receivers)
  let entered: RoomVisit[] = []
  let left: string[] = []
  let timer: NodeJS.Timeout | undefined

  const listOwn = (): RoomVisit[] => Array.from(receivers.values(), ({ visit }) => visit)
  const visitsOf = (account: string): RoomVisit[] => [...(byAccount.get(account) ?? [])]

  const listConnections = (): Connection[] => Array.from(receivers.values(), ({ connection }) => connection)
  /** The connections of an account on this node. */
  const connectionsOf = (account: string): Connection[] =>
    visitsOf(account).flatMap(({ connectionId }) => receivers.get(connectionId)?.connection ?? [])

  const addVisit = (visit: RoomVisit): void =>
    void byAccount.set(visit.account, (byAccount.get(visit.account) ?? new Set()).add(visit))
  function removeVisit(visit: RoomVisit | undefined): void {
    const visits = visit && byAccount.get(visit.account)
    if (visits?.delete(visit!) && visits.size === 0) byAccount.delete(visit!.account)
  }

  /** @param isWhole the receivers forget all other visits of this node */
  function publishVisits(begun: readonly RoomVisit[], ended: string[], isWhole: boolean): void {
    publish({ do: 'visits', entered: begun.slice(0, visitsPerMessage), left: ended, isWhole })
    for (let i = visitsPerMessage; i < begun.length; i += visitsPerMessage)
      publish({ do: 'visits', entered: begun.slice(i, i + visitsPerMessage), left: [], isWhole: false })
  }

  function report(): void {
    clearTimeout(timer)
    timer = undefined
    if (entered.length + left.length === 0) return
    publishVisits(entered, left, false)
    entered = []
    left = []
  }
  const reportSoon = (): void => void (timer ??= setTimeout(report, reportMs))

  function receiveVisits(node: string, { entered: begun, left: ended, isWhole }: VisitsMessage): void {
    if (isWhole) forgetNode(node)
    const visits = remote.get(node) ?? new Map<string, RoomVisit>()
    for (const id of [...ended, ...begun.map(({ connectionId }) => connectionId)]) {
      removeVisit(visits.get(id))
      visits.delete(id)
    }
    for (const visit of begun) {
      visits.set(visit.connectionId, visit)
      addVisit(visit)
    }
    remote.set(node, visits)
  }

  /** The visits on a node that has ended or is silent are over. */
  function forgetNode(node: string): void {
    for (const visit of remote.get(node)?.values() ?? []) removeVisit(visit)
    remote.delete(node)
  }

  /** The context of a connection shares its visit. */
  function update(account: string, change: RoomVisitPatch, except?: string): void {
    for (const visit of visitsOf(account)) Object.assign(visit, change)
    if (!change.tags) return
    const { tags } = change
    const notifyTargetTags = visitsOf(account)[0]?.notifyTargetTags ?? ''
    for (const connection of connectionsOf(account))
      if (connection.id !== except) connection.push('chatroom.tags', { tags: [...tags], notifyTargetTags })
  }

  function end(accounts: readonly string[] | null, detail: ByeDetail): void {
    frames.flush()
    const connections = accounts ? accounts.flatMap(connectionsOf) : listConnections()
    // after the reply of the command, whose caller may be among them
    setImmediate(() => connections.forEach((connection) => connection.end('kickedByServer', detail)))
  }

  function deliver({ priority, ...message }: RoomDelivery): void {
    if (priority === 'high') {
      if (highMessages.add(message.msg)) frames.add(message, priority)
    } else if (mayPass(priority)) frames.add(message, priority)
    else droppedRoomMessages.inc({ priority })
  }

  return {
    deliver,
    end,
    update,
    /** The visits of an account on all nodes. */
    visitsOf,
    /** One visit of each account on all nodes, the oldest that this node knows. */
    listVisitors: (): RoomVisit[] => Array.from(byAccount.values(), ([visit]) => visit!),
    isEmpty: (): boolean => receivers.size === 0,
    listConnections,
    connectionsOf,
    add(connection: Connection, visit: RoomVisit): void {
      receivers.set(connection.id, { connection, visit })
      roomVisits.inc()
      addVisit(visit)
      entered.push(visit)
      reportSoon()
    },
    remove(connectionId: string): void {
      removeVisit(receivers.get(connectionId)?.visit)
      if (!receivers.delete(connectionId)) return
      roomVisits.dec()
      entered = entered.filter((visit) => visit.connectionId !== connectionId)
      left.push(connectionId)
      reportSoon()
    },
    receive(node: string, message: RoomNodeMessage): void {
      if (message.do === 'deliver') deliver(message)
      else if (message.do === 'visits') receiveVisits(node, message)
      else if (message.do === 'ask') publishVisits(listOwn(), [], true)
      else if (message.do === 'update') update(message.account, message.change, message.except)
      else end(message.accounts, message.detail)
    },
    forgetNode,
    highMessages,
    /** Reports all visits and asks for those of the others, because messages may have been lost. */
    askAgain(): void {
      publishVisits(listOwn(), [], true)
      publish({ do: 'ask' })
    },
    close(): void {
      report()
      frames.flush()
    },
  }
}
export type LocalRoom = ReturnType<typeof createLocalRoom>
type VisitsMessage = Extract<RoomNodeMessage, { do: 'visits' }>

// Events of accounts between devices and nodes. Each node reports the state of its own devices to the nodes whose
// accounts subscribe to it (decision 024).
import { randomUUID } from 'node:crypto'
import { onlineStateType, onlineValues, type PublishedEvent } from '@xinqiao/contract/im/accounts/event.ts'
import type { Bus } from '../../kit/bus/bus.ts'
import type { EventPort } from '../../kit/chat/im-ctx.ts'
import { encodePush, type Connection } from '../connection.ts'
import type { ConnectedDevices } from './connected-devices.ts'
import { createEventSubscriptions } from './event-subscriptions.ts'
import { createKeptEvents } from './kept-events.ts'
import { eventChannel, type EventMessage, type NodeMessenger } from '../messages/node-messages.ts'

const cleanEveryMs = 60_000

const isSameEvent = (one: PublishedEvent, other: PublishedEvent): boolean =>
  one.type === other.type && one.value === other.value && one.custom === other.custom

/** An account on one node: the types of its clients, and the events that new subscribers receive. */
type AccountNodeState = Pick<EventMessage, 'online' | 'current'>

export function createEvents(bus: Bus, messages: NodeMessenger, devices: ConnectedDevices) {
  const subscriptions = createEventSubscriptions()
  const keptEvents = createKeptEvents()
  /** States of the watched accounts on other nodes, by account and node. */
  const remote = new Map<number, Map<string, AccountNodeState>>()

  const listOwnTypes = (imId: number): number[] => devices.portsOf(imId).map(({ type }) => type)
  const statesOf = (imId: number): AccountNodeState[] => [...(remote.get(imId)?.values() ?? [])]
  const listOnline = (imId: number): number[] => [
    ...new Set([...listOwnTypes(imId), ...statesOf(imId).flatMap(({ online }) => online)]),
  ]

  function deliverTo(subscribers: readonly number[], event: PublishedEvent): void {
    const receivers = subscribers.flatMap((imId) => devices.devicesOf(imId))
    if (receivers.length === 0) return
    const packet = encodePush('event.events', { events: [event] })
    for (const device of receivers) device.pushPacket(packet)
  }
  const deliver = (imId: number, event: PublishedEvent): void =>
    deliverTo(subscriptions.listSubscribers(imId, event.type), { ...event, online: listOnline(imId) })

  const createOnlineEvent = (account: string, value: number, clientType: number): PublishedEvent => ({
    type: onlineStateType,
    value,
    account,
    clientType,
    custom: '',
    idClient: randomUUID(),
    idServer: randomUUID(),
    time: Date.now(),
    online: [],
  })

  /** The online state and the kept events of an account with a device on this node. */
  function listOwnCurrent(imId: number): PublishedEvent[] {
    const viewer = devices.devicesOf(imId).at(-1)?.viewer
    return viewer
      ? [createOnlineEvent(viewer.accid, onlineValues.login, viewer.clientType), ...keptEvents.listOf(imId)]
      : []
  }
  const listCurrent = (imId: number): PublishedEvent[] =>
    [...listOwnCurrent(imId), ...statesOf(imId).flatMap(({ current }) => current)].map((event) => ({
      ...event,
      online: listOnline(imId),
    }))

  /** @param event null to report the state only */
  const report = (imId: number, event: PublishedEvent | null): void =>
    messages.toEvents(imId, { event, online: listOwnTypes(imId), current: listOwnCurrent(imId) })

  /** Reports an event of an account with a device on this node. */
  function announce(imId: number, event: PublishedEvent): void {
    deliver(imId, event)
    if (bus.hasOthers()) report(imId, event)
  }

  function receive(imId: number, node: string, { event, online, current }: EventMessage): void {
    const states = remote.get(imId) ?? new Map<string, AccountNodeState>()
    const knownEvents = states.get(node)?.current ?? []
    remote.set(imId, states.set(node, { online, current }))
    // another node may have asked for this report
    const news = event ? [event] : current.filter((one) => !knownEvents.some((other) => isSameEvent(one, other)))
    for (const newEvent of news) deliver(imId, newEvent)
  }

  async function followPublisher(imId: number): Promise<void> {
    await messages.subscribe<EventMessage>(eventChannel(imId), ({ node, ...message }) => receive(imId, node, message))
    messages.toAccount(imId, { do: 'askEvents' })
  }
  function unfollowUnwatched(publisherIds: readonly number[]): void {
    for (const imId of publisherIds) {
      if (subscriptions.isWatched(imId) || !remote.delete(imId)) continue
      bus.unsubscribe(eventChannel(imId))
    }
  }

  function endSubscriptionsHere(imId: number, publisherId: number): void {
    for (const entry of subscriptions.entriesOf(imId))
      if (entry.publisherId === publisherId) subscriptions.remove(imId, entry)
    unfollowUnwatched([publisherId])
  }

  const port: EventPort = {
    listOnline,
    list: subscriptions.list,
    publish(imId, event, seconds) {
      // the last connection may have ended during the checks of the command
      if (seconds > 0 && devices.has(imId)) keptEvents.keep(imId, event, seconds)
      announce(imId, event)
    },
    subscribe(imId, publishers, options) {
      if (!devices.has(imId)) return []
      return publishers.flatMap((publisher) => {
        const { type, isSync, isRenewal } = options
        const hasCurrent = !isRenewal && subscriptions.isRepeated(imId, type, publisher.imId)
        if (!subscriptions.add(imId, publisher, options)) return [publisher.accid]
        if (isSync && !hasCurrent)
          for (const event of listCurrent(publisher.imId)) if (event.type === type) deliverTo([imId], event)
        if (remote.has(publisher.imId) || !bus.hasOthers()) return []
        remote.set(publisher.imId, new Map())
        void followPublisher(publisher.imId)
        return []
      })
    },
    unsubscribe(imId, type, accids) {
      const isEnded = ({ type: other, to }: { type: number; to: string }) =>
        other === type && (accids?.includes(to) ?? true)
      const endedSubscriptions = subscriptions.entriesOf(imId).filter(isEnded)
      for (const entry of endedSubscriptions) subscriptions.remove(imId, entry)
      unfollowUnwatched(endedSubscriptions.map(({ publisherId }) => publisherId))
    },
    endSubscriptions(imId, publisherId) {
      endSubscriptionsHere(imId, publisherId)
      messages.toAccount(imId, { do: 'endSubscriptions', publisherId })
    },
  }

  const timer = setInterval(() => {
    subscriptions.clean()
    keptEvents.clean()
    unfollowUnwatched([...remote.keys()])
  }, cleanEveryMs)
  timer.unref()

  const isUnheard = (imId: number): boolean => !bus.hasOthers() && !subscriptions.isWatched(imId)

  return {
    port,
    /** Call it when a connection has signed in. */
    enter({ viewer }: Connection): void {
      if (!viewer) return
      subscriptions.enter(viewer.imId)
      if (!isUnheard(viewer.imId))
        announce(viewer.imId, createOnlineEvent(viewer.accid, onlineValues.login, viewer.clientType))
    },
    /** Call it when a connection is no longer listed. */
    leave({ viewer }: Connection, isLogout: boolean): void {
      if (!viewer) return
      if (!devices.has(viewer.imId)) {
        subscriptions.leave(viewer.imId)
        keptEvents.remove(viewer.imId)
      }
      const value = isLogout ? onlineValues.logout : onlineValues.disconnect
      if (!isUnheard(viewer.imId)) announce(viewer.imId, createOnlineEvent(viewer.accid, value, viewer.clientType))
    },
    endSubscriptionsHere,
    /** Answers a node whose account has subscribed to this one. */
    answerAsk: (imId: number): void => report(imId, null),
    /** The devices of a node that has ended or is silent are offline. */
    forgetNode(node: string): void {
      for (const [imId, states] of remote) {
        const [last] = states.get(node)?.current ?? []
        if (states.delete(node) && last)
          deliver(imId, createOnlineEvent(last.account, onlineValues.disconnect, last.clientType))
      }
    },
    /** Asks for the states of all watched accounts, because events may have been lost. */
    askAgain: (): void => [...remote.keys()].forEach((imId) => messages.toAccount(imId, { do: 'askEvents' })),
    close: (): void => clearInterval(timer),
  }
}
export type EventRegistry = ReturnType<typeof createEvents>

// Typed topics on the bus. A message may be lost, so each subscriber also reads the database from time to time.
import type { PushName } from '@xinqiao/contract/im/index.ts'
import type { Bus } from './bus.ts'

type Topic<T> = {
  /** Sends to all nodes, including this one. */
  publish: (bus: Bus, message: T) => void
  /** @returns a function that unsubscribes */
  subscribe: (bus: Bus, listener: (message: T) => void) => () => void
}

function defineTopic<T>(channel: string): Topic<T> {
  // the bus supports only one listener per channel
  const listenersOf = new WeakMap<Bus, Set<(message: T) => void>>()
  return {
    publish: (bus, message) => bus.publish(channel, JSON.stringify(message)),
    subscribe(bus, listener) {
      const listeners = listenersOf.get(bus) ?? new Set()
      listenersOf.set(bus, listeners)
      if (listeners.size === 0) {
        void bus.subscribe(channel, (text) => {
          const message = JSON.parse(text) as T
          for (const receive of listeners) receive(message)
        })
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) bus.unsubscribe(channel)
      }
    },
  }
}

/** Ids of accounts with new messages in their message centre. */
export const newMessages = defineTopic<readonly number[]>('notices')
/** Id of an account that was signed out on at least one device. */
export const endedSignInSessions = defineTopic<number>('session-ends')
/** Id of an examination with changed attempts. */
export const changedExams = defineTopic<number>('exam-moved')
/** Key of an attempt that nodes must read again. */
export const changedAttempts = defineTopic<string>('exam-sittings')
/** Shared replies of the API are outdated. */
export const outdatedReplies = defineTopic<null>('shared replies')
/** Id of a chat account whose logins must be checked: blocked, muted, or with a new token. */
export const changedChatLogins = defineTopic<number>('chat-logins')
/** Id of a chat account whose devices staff disconnect. */
export const kickedChatAccounts = defineTopic<number>('chat-kicks')
/** Server id of an answer of the language model that its asker stops; the node that writes it may be another. */
export const stoppedAnswers = defineTopic<string>('stopped-answers')
/** A push by a node without sockets. Every node passes it to its own devices. */
export const chatPushes = defineTopic<ChatPush>('chat-pushes')
export type ChatPush = { name: PushName; data: unknown; generation: number } & (
  | { imId: number }
  | { teamId: number }
  | { appId: number }
)

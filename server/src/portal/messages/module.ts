// Module of the server (see modules.ts): the message centre and bulletins.
import type { Module } from '../../kit/module.ts'
import { messageHandlers, staffMessageHandlers } from './handlers.ts'

export const messagesModule = {
  handlers: { ...messageHandlers, ...staffMessageHandlers },
} satisfies Module

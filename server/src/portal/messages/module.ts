// The message centre and bulletins as a module.
import type { Module } from '../../kit/module.ts'
import { messageHandlers, staffMessageHandlers } from './handlers.ts'

export const messagesModule = {
  handlers: { ...messageHandlers, ...staffMessageHandlers },
} satisfies Module

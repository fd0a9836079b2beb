// Q&A as a module. Handlers that raise crisis alerts are in the bridge.
import type { Module } from '../../kit/module.ts'
import { keptQuestionHandlers } from './handlers.ts'
import { tellListeners } from './notifications/notify-readers.ts'
import { staffQuestionHandlers } from './staff-handlers.ts'

export const qaModule = {
  handlers: { ...keptQuestionHandlers, ...staffQuestionHandlers },
  jobs: [{ name: 'answer notifications', everySeconds: 5, run: tellListeners }],
} satisfies Module

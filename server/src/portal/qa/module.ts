// Q&A as a module. The other handlers are in the bridge.
import type { Module } from '../../kit/module.ts'
import { keptQuestionHandlers } from './handlers.ts'
import { tellListeners } from './notifications/notify-readers.ts'

export const qaModule = {
  handlers: keptQuestionHandlers,
  jobs: [{ name: 'answer notifications', everySeconds: 5, run: tellListeners }],
} satisfies Module

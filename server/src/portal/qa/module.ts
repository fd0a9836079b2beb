// Registers with the server: Q&A. The bridge has the other handlers.
import type { Module } from '../../kit/module.ts'
import { collectionHandlers } from './handlers.ts'
import { notifyReaders } from './notifications/notify-readers.ts'

export const qaModule = {
  handlers: collectionHandlers,
  jobs: [{ name: 'answer notifications', everySeconds: 5, run: notifyReaders }],
} satisfies Module

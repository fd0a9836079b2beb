// Module of the server (see modules.ts): Q&A. The bridge has the handlers of staff.
import type { Module } from '../../kit/module.ts'
import { collectionHandlers, questionHandlers } from './handlers.ts'
import { notifyReaders } from './notifications/notify-readers.ts'

export const qaModule = {
  handlers: { ...questionHandlers, ...collectionHandlers },
  jobs: [{ name: 'answer notifications', everySeconds: 5, run: notifyReaders }],
} satisfies Module

// Module of the server (see modules.ts): deliveries of notices.
import type { Module } from '../../kit/module.ts'
import { deliverNotices } from './deliver.ts'
import { deleteOldDeliveries } from './store.ts'

export const notifyModule = {
  jobs: [
    { name: 'notice deliveries', everySeconds: 5, run: (kit) => deliverNotices(kit) },
    { name: 'old deliveries', everySeconds: 3600, run: ({ sql }) => deleteOldDeliveries(sql) },
  ],
} satisfies Module

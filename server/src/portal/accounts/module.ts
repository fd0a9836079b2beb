// Module of the server (see modules.ts): accounts, sign-in and second factors. The bridge has the handlers that rename
// an account.
import type { Module } from '../../kit/module.ts'
import { deleteExpiredTickets } from './records/factor-store.ts'
import { factorHandlers, staffFactorHandlers } from './factor-handlers.ts'
import { markLateSmsFailed, sendQueuedSms } from './sms-codes/sms-queue.ts'

export const accountsModule = {
  handlers: { ...factorHandlers, ...staffFactorHandlers },
  jobs: [
    {
      // sends SMS again whose sender was killed or whose carrier was down
      name: 'sms',
      everySeconds: 5,
      run: async (kit) => {
        await markLateSmsFailed(kit)
        await sendQueuedSms(kit)
      },
    },
    { name: 'expired factor tickets', everySeconds: 3600, run: ({ sql }) => deleteExpiredTickets(sql) },
  ],
} satisfies Module

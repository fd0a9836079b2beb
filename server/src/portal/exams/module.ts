// Examinations as a module.
import type { Module } from '../../kit/module.ts'
import { examBankHandlers, staffExamHandlers } from './staff/handlers.ts'
import { releaseResults } from './taking/release-results.ts'
import { examHandlers } from './taking/handlers.ts'
import { closeOverdueAttempts } from './taking/hand-in.ts'

export const examsModule = {
  handlers: { ...examHandlers, ...examBankHandlers, ...staffExamHandlers },
  jobs: [
    // hands in attempts of examinees whose browser has gone
    { name: 'overdue attempts', everySeconds: 5, run: (kit) => closeOverdueAttempts(kit) },
    // results that become visible after the examination
    { name: 'exam certificates', everySeconds: 60, run: (kit) => releaseResults(kit) },
  ],
} satisfies Module

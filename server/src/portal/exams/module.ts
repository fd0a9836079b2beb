// Module of the server (see modules.ts): examinations.
import type { Module } from '../../kit/module.ts'
import { examBankHandlers, staffExamHandlers } from './staff-handlers.ts'
import { releaseResults } from './results/release-results.ts'
import { examHandlers } from './handlers.ts'
import { closeOverdueAttempts } from './attempts/hand-in.ts'

export const examsModule = {
  handlers: { ...examHandlers, ...examBankHandlers, ...staffExamHandlers },
  jobs: [
    // hands in attempts of examinees whose browser has gone
    { name: 'overdue attempts', everySeconds: 5, run: (kit) => closeOverdueAttempts(kit) },
    // releases results that become visible only after the end of an examination
    { name: 'exam results', everySeconds: 60, run: (kit) => releaseResults(kit) },
  ],
} satisfies Module

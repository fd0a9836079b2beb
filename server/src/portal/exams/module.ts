// Registers with the server: examinations.
import type { Module } from '../../kit/module.ts'
import { examBankHandlers, staffExamHandlers } from './staff/handlers.ts'
import { releaseResults } from './results/release-results.ts'
import { examHandlers } from './handlers.ts'
import { closeOverdueAttempts } from './attempts/hand-in.ts'

export const examsModule = {
  handlers: { ...examHandlers, ...examBankHandlers, ...staffExamHandlers },
  jobs: [
    // hands in attempts of examinees whose browser has gone
    { name: 'overdue attempts', everySeconds: 5, run: (kit) => closeOverdueAttempts(kit) },
    // results that become visible after the examination
    { name: 'released results', everySeconds: 60, run: (kit) => releaseResults(kit) },
  ],
} satisfies Module

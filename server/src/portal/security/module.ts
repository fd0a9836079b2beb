// Module of the server (see modules.ts): security events, and the cleanup of rate limits.
import type { Module } from '../../kit/module.ts'
import { deleteExpiredSecurityRows } from '../../kit/auth/throttle.ts'
import { securityHandlers } from './handlers.ts'

export const securityModule = {
  handlers: securityHandlers,
  jobs: [{ name: 'old throttle windows', everySeconds: 3600, run: ({ sql }) => deleteExpiredSecurityRows(sql) }],
} satisfies Module

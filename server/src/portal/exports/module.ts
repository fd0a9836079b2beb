// Module of the server (see modules.ts): exports.
import type { Module } from '../../kit/module.ts'
import { deleteOldExports, writeExports } from './exports.ts'
import { exportHandlers } from './handlers.ts'

export const exportsModule = {
  handlers: exportHandlers,
  jobs: [
    { name: 'exports', everySeconds: 2, run: writeExports },
    { name: 'old exports', everySeconds: 3600, run: deleteOldExports },
  ],
} satisfies Module

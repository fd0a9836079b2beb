// Registers with the server: staff endpoints of counsellors. The bridge has the other handlers.
import type { Module } from '../../kit/module.ts'
import { staffCounsellorHandlers } from './staff-handlers.ts'

export const counsellorsModule = {
  handlers: staffCounsellorHandlers,
} satisfies Module

// Counsellors for staff; the other handlers are in the bridge, as a module.
import type { Module } from '../../kit/module.ts'
import { staffCounsellorHandlers } from './staff-handlers.ts'

export const counsellorsModule = {
  handlers: staffCounsellorHandlers,
} satisfies Module

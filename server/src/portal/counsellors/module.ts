// Staff endpoints of counsellors as a module. The bridge has the other handlers.
import type { Module } from '../../kit/module.ts'
import { staffCounsellorHandlers } from './staff-handlers.ts'

export const counsellorsModule = {
  handlers: staffCounsellorHandlers,
} satisfies Module

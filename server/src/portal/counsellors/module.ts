// Module of the server (see modules.ts): counsellors.
import type { Module } from '../../kit/module.ts'
import { counsellorHandlers } from './handlers.ts'
import { staffCounsellorHandlers } from './staff-handlers.ts'

export const counsellorsModule = {
  handlers: { ...counsellorHandlers, ...staffCounsellorHandlers },
} satisfies Module

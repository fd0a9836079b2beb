// Registers with the server: the endpoints by which staff manage counsellors. The bridge has the public ones.
import type { Module } from '../../kit/module.ts'
import { staffCounsellorHandlers } from './staff-handlers.ts'

export const counsellorsModule = {
  handlers: staffCounsellorHandlers,
} satisfies Module

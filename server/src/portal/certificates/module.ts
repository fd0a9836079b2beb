// Module of the server (see modules.ts): certificates.
import type { Module } from '../../kit/module.ts'
import { certificateHandlers } from './handlers.ts'

export const certificatesModule = {
  handlers: certificateHandlers,
} satisfies Module

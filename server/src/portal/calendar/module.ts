// Module of the server (see modules.ts): the working-day calendar.
import type { Module } from '../../kit/module.ts'
import { calendarHandlers } from './handlers.ts'

export const calendarModule = {
  handlers: calendarHandlers,
} satisfies Module

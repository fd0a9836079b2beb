// The working-day calendar as a module.
import type { Module } from '../../kit/module.ts'
import { calendarHandlers } from './handlers.ts'

export const calendarModule = {
  handlers: calendarHandlers,
} satisfies Module

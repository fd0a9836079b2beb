// Schemas as data, from which documents are generated.
import { z } from 'zod'

export type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  items?: JsonSchema
  required?: string[]
  properties?: Record<string, JsonSchema>
} & Partial<Record<'anyOf' | 'allOf' | 'oneOf', JsonSchema[]>> &
  Partial<Record<'maxLength' | 'maxItems' | 'maximum', number>>

/** @param io `input`: what the caller writes; `output`: what the parser returns */
export const toJsonSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema

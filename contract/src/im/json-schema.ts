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

/** Writes a JSON schema as a TypeScript type. */
export function formatAsTypeScript({
  type,
  enum: values,
  const: value,
  anyOf,
  oneOf,
  allOf,
  items,
  properties,
  required,
}: JsonSchema): string {
  if (properties) {
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required?.includes(name) ? '' : '?'}: ${formatAsTypeScript(field)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  const choices = anyOf ?? oneOf
  if (choices) return choices.map(formatAsTypeScript).join(' | ')
  if (allOf) return allOf.map(formatAsTypeScript).join(' & ')
  if (values ?? value !== undefined) return (values ?? [value]).map((one) => JSON.stringify(one)).join(' | ')
  if (items) {
    const entry = formatAsTypeScript(items)
    return /^\{[^{}]*\}$|^[^|&]*$/.test(entry) ? `${entry}[]` : `(${entry})[]`
  }
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}

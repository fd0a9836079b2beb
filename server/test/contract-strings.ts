// Strings in the inputs of the contract, by their paths.
import { z } from 'zod'

type InputSchema = { type?: string; enum?: unknown; const?: unknown; properties?: Record<string, InputSchema> } & {
  items?: InputSchema
  additionalProperties?: InputSchema
  anyOf?: InputSchema[]
  oneOf?: InputSchema[]
  allOf?: InputSchema[]
}

function listStrings(schema: InputSchema, path = ''): string[] {
  const { anyOf = [], oneOf = [], allOf = [], properties = {}, items, additionalProperties } = schema
  const inner = [...anyOf, ...oneOf, ...allOf].flatMap((part) => listStrings(part, path))
  const isText = schema.type === 'string' && schema.enum === undefined && schema.const === undefined
  const namedStrings = Object.entries(properties).flatMap(([name, part]) =>
    listStrings(part, path ? `${path}.${name}` : name),
  )
  const listed = items ? listStrings(items, `${path}[]`) : []
  const keyed = typeof additionalProperties === 'object' ? listStrings(additionalProperties, `${path}.*`) : []
  return [...new Set([...(isText ? [path] : []), ...inner, ...namedStrings, ...listed, ...keyed])]
}
/** Paths of the strings of an input that are not one of a few words: `text`, `team[].name`, `form.*`. */
export const listStringPaths = (input: z.ZodType) =>
  listStrings(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as InputSchema)

/** An input with the text at this path: for `fields.team[].name`, `{ fields: { team: [{ name: text }] } }`. */
export function createInput(path: string, text: string): unknown {
  if (path === '') return text
  const [, step = '', rest = ''] = /^([^.[]+|\[\]|\.[^.[]+)(.*)$/.exec(path) ?? []
  if (step === '[]') return [createInput(rest, text)]
  const name = step.replace('.', '')
  return { [name === '*' ? 'anything' : name]: createInput(rest, text) }
}

export type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && !Array.isArray(value)

function mergeValues(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return other.map((item, i) => mergeValues(one[i], item))
  return isFields(one) && isFields(other) ? mergeFields(one, other) : other
}
/** The fields of both objects, also of those inside and of elements at the same place. */
export const mergeFields = (one: Fields, other: Fields): Fields => {
  const mergedEntries = Object.entries(other).map(([key, value]) => [key, mergeValues(one[key], value)])
  return { ...one, ...(Object.fromEntries(mergedEntries) as Fields) }
}

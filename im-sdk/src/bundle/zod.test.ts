// Compares the small schema reader with the zod library, for valid and invalid inputs of every command.
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { CommandDefinition } from '@xinqiao/contract/im/command.ts'

type InputSchema = CommandDefinition['input']

const library = await import('@xinqiao/contract/im/table.ts')
vi.resetModules()
vi.doMock('zod', () => import('./zod.ts'))
const small = await import('@xinqiao/contract/im/table.ts')

type ParseResult = { success: boolean; data?: unknown; error?: { issues: { message?: string; path: PropertyKey[] }[] } }
const isOwnMessage = (message = '') => /[\u4e00-\u9fff]|must be|cannot/.test(message)

/** Validity of the input, the parsed value, and the first message that the contract itself defines. */
function toVerdict({ success, data, error }: ParseResult): { data?: unknown; path?: unknown; message?: unknown } {
  const issue = error?.issues[0]
  return success ? { data } : { path: issue?.path, ...(isOwnMessage(issue?.message) && { message: issue?.message }) }
}

const words = fc.oneof(
  fc.constantFrom<unknown>('', 'a', 'p2p', 'p2p-bob', '12', 'x'.repeat(40), 'https://a.b/c', 'ASC', 'd'.repeat(32)),
  fc.constantFrom<unknown>(0, 1, 2, 3, 6, 100, -1, 1.5, 1e20, Number.NaN, null, undefined, true, {}, []),
)

/** Generates nearly valid values from the shape of a library schema. */
function createNearInputs(schema: InputSchema): fc.Arbitrary<unknown> {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } }
  const createInnerInputs = (key: string): fc.Arbitrary<unknown> => createNearInputs(def[key] as InputSchema)
  const createValidInputs = (): fc.Arbitrary<unknown> => {
    if (def.type === 'object')
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape as object).map(([k, property]) => [k, createNearInputs(property as never)]),
        ),
      )
    if (def.type === 'array') return fc.array(createInnerInputs('element'), { maxLength: 3 })
    if (def.type === 'tuple') return fc.tuple(...(def.items as InputSchema[]).map(createNearInputs))
    if (def.type === 'union') return fc.oneof(...(def.options as InputSchema[]).map(createNearInputs))
    if (def.type === 'intersection')
      return fc
        .tuple(createInnerInputs('left'), createInnerInputs('right'))
        .map(([a, b]) => ({ ...(a as object), ...(b as object) }))
    if (def.type === 'pipe') return createInnerInputs('in')
    if (['optional', 'nullable', 'default'].includes(def.type))
      return fc.oneof(createInnerInputs('innerType'), fc.constant(undefined))
    if (def.type === 'literal') return fc.constantFrom(...(def.values as unknown[]))
    if (def.type === 'string')
      return fc.constantFrom('bob', '12', 'd'.repeat(32), 'abcdefgh', 'https://a.b/c?x', 'p2p-bob', ' 王 ')
    if (def.type === 'number') return fc.constantFrom(0, 1, 2, 7, 90, 86_400, 4_000, -1, 1e7)
    if (def.type === 'boolean') return fc.boolean()
    return words
  }
  return fc.oneof({ weight: 30, arbitrary: createValidInputs() }, { weight: 1, arbitrary: words })
}

const seen = { right: 0, wrong: 0 }
test.each(library.commandEntries.map((entry) => [entry.name, entry] as const))(
  'reads input of %s as zod does',
  (name, { command }) => {
    const other = small.getCommand(name).command
    expect(other.input).not.toBe(command.input)
    fc.assert(
      fc.property(createNearInputs(command.input), (input) => {
        const [result, otherResult] = [
          command.input.safeParse(input) as ParseResult,
          other.input.safeParse(input) as ParseResult,
        ]
        seen[result.success ? 'right' : 'wrong'] += 1
        const wanted = toVerdict(result)
        expect(
          wanted.message === undefined ? { ...toVerdict(otherResult), message: undefined } : toVerdict(otherResult),
        ).toEqual(wanted)
      }),
      { numRuns: 300 },
    )
  },
)

test('generates both valid and invalid inputs', () => {
  expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(1_000)
})

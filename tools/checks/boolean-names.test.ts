// Test that a name that states a condition has one: `isOpen` is true, false, or a function that decides.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

type SyntaxNode = { type: string; start: number; [key: string]: unknown }

const root = path.resolve(import.meta.dirname, '../..')
const condition = /^(?:is|has|can|should)[A-Z]/
/** Values that are neither true nor false, whatever they hold. */
const otherValues = new Set(['ArrayExpression', 'NewExpression', 'ObjectExpression', 'TemplateLiteral'])
const otherTypes = new Set(['TSStringKeyword', 'TSNumberKeyword', 'TSArrayType', 'TSTupleType', 'TSTypeLiteral'])
/** Calls whose result is an object. A name ends with `Ref` to say so. */
const objectCalls = /^(?:useRef|matchMedia|Promise\.withResolvers)$/

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

const isOtherType = (annotation: unknown): boolean =>
  isNode(annotation) && otherTypes.has((annotation.typeAnnotation as SyntaxNode).type)

function isOtherValue(value: SyntaxNode, text: string): boolean {
  if (otherValues.has(value.type) || isOtherType(value.returnType)) return true
  if (value.type === 'Literal') return typeof value.value !== 'boolean' && value.value !== null
  if (value.type === 'ArrowFunctionExpression') return isNode(value.body) && isOtherValue(value.body, text)
  if (value.type !== 'CallExpression') return false
  const { start, end } = value.callee as SyntaxNode & { end: number }
  return objectCalls.test(text.slice(start, end))
}

function findFalseConditions(text: string): string[] {
  const found: string[] = []
  const checkName = (name: unknown, value: unknown) => {
    if (!isNode(name) || name.type !== 'Identifier' || !condition.test(name.name as string)) return
    if (String(name.name).endsWith('Ref')) return
    if (isOtherType(name.typeAnnotation) || (isNode(value) && isOtherValue(value, text)))
      found.push(name.name as string)
  }
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'VariableDeclarator') {
      checkName(node.id, node.init)
      const isResolvers =
        isNode(node.init) && isOtherValue(node.init, text) && (node.id as SyntaxNode).type === 'ObjectPattern'
      if (isResolvers)
        for (const { value } of (node.id as SyntaxNode).properties as SyntaxNode[]) checkName(value, node.init)
    }
    if (node.type === 'FunctionDeclaration') checkName(node.id, node)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
    for (const parameter of Array.isArray(node.params) ? node.params : []) checkName(parameter, null)
  }
  visit(parseSync('file.tsx', text).program as unknown as SyntaxNode)
  return found
}

test('finds names of conditions that have another value', () => {
  const wrong = `const isDocument = 'a.xml'
    const hasWord = /a/
    const isUnread = new Set()
    const isHeld = useRef(false)
    const { promise: isSeen } = Promise.withResolvers()
    const isOld = (name: string) => \`\${name} < 1\`
    function canRead(): string { return '' }
    const f = (isTrusted: string) => isTrusted`
  expect(findFalseConditions(wrong)).toEqual([
    'isDocument',
    'hasWord',
    'isUnread',
    'isHeld',
    'isSeen',
    'isOld',
    'canRead',
    'isTrusted',
  ])
  const right = `const isOpen = a === 1
    const isHeldRef = useRef(false)
    const { isBusy } = useTask()
    const isIn = (id: number) => ids.has(id)
    const shouldRetry: boolean | null = null`
  expect(findFalseConditions(right)).toEqual([])
})

test('requires that values with names of conditions are conditions', () => {
  const files = globSync('{contract,im-sdk,ui,server,portal,admin,tools,e2e,bench,drill}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'build',
  })
  const wrong = files.flatMap((file) =>
    findFalseConditions(readFileSync(path.join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(wrong).toEqual([])
})

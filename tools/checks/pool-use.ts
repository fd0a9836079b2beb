// Finds code that asks the pool for a second connection while it holds a transaction.
// A function runs inside a transaction if it takes a `Tx` or a scope, or is called by such a function. So does the
// function that is passed to `transaction(…)` or `inTransaction(…)`.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'

type SyntaxNode = { type: string; start: number; [key: string]: unknown }
type FunctionDefinition = { name: string; node: SyntaxNode; file: string }
type ParsedModule = {
  file: string
  text: string
  definitions: Map<string, FunctionDefinition>
  /** Local name to file and exported name; `*` means the whole module. */
  imports: Map<string, { file: string; name: string }>
}
export type PoolUse = { location: string; text: string; path: string[] }

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'

const listChildren = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

const isFunction = ({ type }: SyntaxNode) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

const nameOf = (node: unknown): string => (isNode(node) && node.type === 'Identifier' ? (node.name as string) : '')

/** The parts of a called name: `notify(…)`, or `store.insert(…)`. */
function readCallee(node: SyntaxNode): { object: string; name: string } {
  const callee = node.callee as SyntaxNode
  if (callee.type !== 'MemberExpression') return { object: '', name: nameOf(callee) }
  return { object: nameOf(callee.object), name: nameOf(callee.property) }
}

function readModule(root: string, file: string): ParsedModule {
  const text = readFileSync(path.join(root, file), 'utf8')
  const program = parseSync(file, text).program as unknown as SyntaxNode
  const module: ParsedModule = { file, text, definitions: new Map(), imports: new Map() }
  const define = (name: string, node: SyntaxNode) => module.definitions.set(name, { name, node, file })
  const declare = (statement: SyntaxNode) => {
    if (statement.type === 'FunctionDeclaration') define(nameOf(statement.id), statement)
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement.declarations as { id: SyntaxNode; init: SyntaxNode | null }[])
        if (init) define(nameOf(id), init)
  }
  for (const statement of program.body as SyntaxNode[]) {
    declare(statement)
    if (isNode(statement.declaration)) declare(statement.declaration)
    if (statement.type !== 'ImportDeclaration') continue
    const { value: source } = statement.source as SyntaxNode & { value: string }
    if (!source.startsWith('.')) continue
    const target = path.join(path.dirname(file), source)
    for (const specifier of statement.specifiers as SyntaxNode[]) {
      const imported = specifier.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(specifier.imported)
      module.imports.set(nameOf(specifier.local), { file: target, name: imported })
    }
  }
  return module
}

/** Calls whose second argument runs inside a transaction. */
const transactionCalls = new Set(['transaction', 'inTransaction'])
const transactionTypes = new Set(['Tx', 'TransactionScope'])

function takesTransaction(node: SyntaxNode): boolean {
  const readTypeText = (value: unknown): string => {
    if (!isNode(value)) return ''
    if (value.type === 'TSTypeReference') return nameOf(value.typeName)
    // `work: (tx: Tx) => …` receives a function, not a transaction
    if (value.type === 'TSFunctionType') return ''
    return listChildren(value).map(readTypeText).join(' ')
  }
  return ((node.params ?? []) as SyntaxNode[]).some((parameter) => {
    const type = readTypeText(parameter.typeAnnotation).split(' ')
    if (type.some((name) => transactionTypes.has(name))) return true
    if (parameter.type !== 'ObjectPattern') return nameOf(parameter) === 'tx'
    return (parameter.properties as SyntaxNode[]).some(({ key }) => nameOf(key) === 'tx')
  })
}

/** A parameter `sql: Db` may be a transaction; only `sql: Sql` and a destructured `sql` are the pool. */
function hidesPool(node: SyntaxNode): boolean {
  return ((node.params ?? []) as SyntaxNode[]).some((parameter) => {
    if (nameOf(parameter) !== 'sql') return false
    const annotation = (parameter.typeAnnotation as SyntaxNode | undefined)?.typeAnnotation as SyntaxNode | undefined
    return nameOf(annotation?.typeName) !== 'Sql'
  })
}

type ScanResult = { uses: SyntaxNode[]; calls: SyntaxNode[] }

/** Uses of the pool and calls of one function. Code passed to `afterCommit(…)` runs once the transaction has ended. */
function scan(body: SyntaxNode): ScanResult {
  const result: ScanResult = { uses: [], calls: [] }
  const visit = (node: SyntaxNode, isHidden: boolean) => {
    if (node.type.startsWith('TS') && !node.type.endsWith('Expression')) return
    const isHiddenHere = isHidden || (isFunction(node) && hidesPool(node))
    if (node.type === 'CallExpression') {
      if (readCallee(node).name === 'afterCommit') return
      result.calls.push(node)
    }
    if (node.type === 'MemberExpression' && !node.computed && nameOf(node.property) === 'sql') result.uses.push(node)
    else if (nameOf(node) === 'sql' && !isHiddenHere) result.uses.push(node)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'property' && !node.computed) continue
      if (node.type === 'Property' && (key === 'key' || patternProperties.has(node))) continue
      for (const child of Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
        visit(child, isHiddenHere)
    }
  }
  const patternProperties = new WeakSet<SyntaxNode>()
  const markPatterns = (node: SyntaxNode) => {
    if (node.type === 'ObjectPattern')
      for (const property of node.properties as SyntaxNode[]) patternProperties.add(property)
    listChildren(node).forEach(markPatterns)
  }
  markPatterns(body)
  visit(body, false)
  return result
}

/** The file that opens the transactions, and so may use the pool. */
const databaseFile = 'server/src/kit/db/db.ts'

/**
 * @returns every use of the pool inside a transaction, with the calls that lead to it, and the functions that were
 * checked
 */
export function findPoolUses(root: string, pattern = 'server/src/**/*.ts'): { uses: PoolUse[]; rootCount: number } {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.includes('.test.') && file !== databaseFile)
  const modules = new Map(files.map((file) => [file, readModule(root, file)]))
  const uses = new Map<string, PoolUse>()
  const seen = new Set<SyntaxNode>()
  let rootCount = 0

  const resolve = (module: ParsedModule, object: string, name: string): FunctionDefinition | undefined => {
    const imported = module.imports.get(object || name)
    if (imported) return modules.get(imported.file)?.definitions.get(imported.name === '*' ? name : imported.name)
    return object ? undefined : module.definitions.get(name)
  }

  /** The called function, and functions that are passed to it by name, as in `rows.map(present)`. */
  const findCalled = (module: ParsedModule, call: SyntaxNode): FunctionDefinition[] => {
    const { object, name } = readCallee(call)
    const passed = (call.arguments as SyntaxNode[]).map((argument) => resolve(module, '', nameOf(argument)))
    return [resolve(module, object, name), ...passed].filter((definition) => definition !== undefined)
  }

  const walk = (module: ParsedModule, node: SyntaxNode, callPath: string[]): void => {
    if (seen.has(node)) return
    seen.add(node)
    const { uses: directUses, calls } = scan(node)
    for (const use of directUses) {
      const line = module.text.slice(0, use.start).split('\n').length
      const location = `${module.file}:${line}`
      const text = module.text.split('\n')[line - 1]!.trim()
      if (!uses.has(location)) uses.set(location, { location, text, path: callPath })
    }
    for (const target of calls.flatMap((call) => findCalled(module, call)))
      if (target.name !== 'transaction') walk(modules.get(target.file)!, target.node, [...callPath, target.name])
  }

  for (const module of modules.values()) {
    const visit = (node: SyntaxNode): void => {
      const isTransaction = node.type === 'CallExpression' && transactionCalls.has(readCallee(node).name)
      const callback = isTransaction ? (node.arguments as SyntaxNode[])[1] : undefined
      if (callback || (isFunction(node) && takesTransaction(node))) {
        rootCount += 1
        const line = module.text.slice(0, node.start).split('\n').length
        walk(module, callback ?? node, [`${module.file}:${line}`])
      }
      listChildren(node).forEach(visit)
    }
    const program = parseSync(module.file, module.text).program as unknown as SyntaxNode
    visit(program)
  }
  return { uses: [...uses.values()], rootCount }
}

/** @returns functions that get a transaction together with services that still contain the pool */
export function findPoolParameters(root: string, pattern = 'server/src/**/*.ts'): string[] {
  const faults: string[] = []
  for (const file of globSync(pattern, { cwd: root }).filter((name) => !name.includes('.test.'))) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const visit = (node: SyntaxNode): void => {
      const parameters = isFunction(node)
        ? (node.params as SyntaxNode[]).map(({ start, end }) => text.slice(start, end as number))
        : []
      const hasTransaction = parameters.some((parameter) => /\bTx\b/.test(parameter) && !parameter.includes('=>'))
      if (hasTransaction && parameters.some((parameter) => /: (Kit|Ctx)\b/.test(parameter)))
        faults.push(`${file}:${text.slice(0, node.start).split('\n').length}`)
      listChildren(node).forEach(visit)
    }
    visit(parseSync(file, text).program as unknown as SyntaxNode)
  }
  return faults
}

// Build steps of the published script: one file, in the syntax of ES2015.
import path from 'node:path'
import { parseSync, Visitor, type CallExpression, type Node } from 'oxc-parser'
import type { Plugin } from 'vite'

const here = import.meta.dirname

/**
 * Makes dynamic imports static, because the script is one file. Otherwise each module would have a wrapper that runs it
 * later. Lazy methods need no list of names then.
 */
export const inlineDynamicImports = (): Plugin => ({
  name: 'inline-dynamic-imports',
  enforce: 'pre',
  resolveId: (name) => (name === './lazy-api.ts' ? path.join(here, 'src/nim/lazy-api.script.ts') : null),
  transform(code, id) {
    if (!id.startsWith(path.join(here, 'src'))) return null
    const files: string[] = []
    const text = code.replaceAll(/\bimport\('(\.[^']+)'\)/g, (_whole, file: string) => {
      files.push(file)
      return `Promise.resolve(loaded${files.length - 1})`
    })
    const imports = files.map((file, i) => `import * as loaded${i} from '${file}'\n`)
    return files.length > 0 ? { code: imports.join('') + text, map: null } : null
  },
})

/** Smaller helpers for what ES2015 lacks. Those of the compiler also handle setters and browsers without symbols. */
const helpers: Record<string, string> = {
  objectSpread2: 'export default Object.assign',
  objectWithoutProperties: `export default (fields, names) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))`,
  // `mergeAsyncFunctions` finds it by this name
  asyncToGenerator: `export default function _asyncToGenerator(run) {
    return function () {
      return new Promise((resolve, reject) => {
        const steps = run.apply(this, arguments)
        const step = (name, value) => {
          let result
          try {
            result = steps[name](value)
          } catch (error) {
            return reject(error)
          }
          if (result.done) resolve(result.value)
          else Promise.resolve(result.value).then((data) => step('next', data), (error) => step('throw', error))
        }
        step('next')
      })
    }
  }`,
}
export const replaceHelpers = (): Plugin => ({
  name: 'replace-helpers',
  transform: (_code, id) => helpers[/\/helpers\/esm\/(\w+)\.js$/.exec(id)?.[1] ?? ''] ?? null,
})

/**
 * Shortens what the compiler makes of an async function for ES2015: a function that calls a second one, which replaces
 * itself at its first call. Here the first one makes its generator at each call. Lines stay, for the source map.
 */
export const mergeAsyncFunctions = (): Plugin => ({
  name: 'merge-async-functions',
  enforce: 'post',
  renderChunk(code) {
    const headOfInner = new Map<string, string>()
    const text = code
      .replaceAll(
        /(function (\w+)\([^()]*\) \{)\n\s*return (_\2\d*)\.apply\(this, arguments\);\n\s*\}/g,
        (_whole, head: string, _name, inner: string) => {
          headOfInner.set(inner, head)
          return '\n\n'
        },
      )
      .replaceAll(/function (_\w+)\(\) \{\n\s*\1 = (?=_asyncToGenerator)/g, (_whole, inner: string) => {
        const head = headOfInner.get(inner)
        if (head === undefined) throw new Error(`no function calls ${inner}`)
        return `${head}\nreturn `
      })
      .replaceAll(/;\n\s*return (_\w+)(\.apply\(this, arguments\);)/g, (whole, inner: string, call: string) =>
        headOfInner.has(inner) ? `${call}\n` : whole,
      )
    return { code: text, map: null }
  },
})

const isSpread = (node: Node | undefined): node is CallExpression =>
  node?.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'objectSpread2_default'
const isNewObject = (node: Node | undefined): boolean =>
  node?.type === 'ObjectExpression' || (isSpread(node) && isNewObject(node.arguments[0]))

/** A part of the script and its new text. Spaces fill the rest, so that the source map still fits. */
type Replacement = [start: number, end: number, text?: string]
function replaceParts(code: string, parts: readonly Replacement[]): string {
  const texts: string[] = []
  let position = 0
  for (const [start, end, part = ''] of parts.toSorted((a, b) => a[0] - b[0])) {
    texts.push(code.slice(position, start), part, code.slice(start + part.length, end).replaceAll(/./g, ' '))
    position = end
  }
  return texts.join('') + code.slice(position)
}

/**
 * Copies all parts of an object by one call, where the compiler nests a call for each spread. No part may change an
 * earlier one while it is evaluated.
 */
export const mergeSpreads = (): Plugin => ({
  name: 'merge-spreads',
  enforce: 'post',
  renderChunk(code) {
    const cuts: Replacement[] = []
    new Visitor({
      CallExpression(node) {
        if (!isSpread(node)) return
        const [target, added, next] = node.arguments
        const first = isSpread(target) && isNewObject(target) ? target.arguments[0] : undefined
        if (target && first) cuts.push([target.start, first.start], [target.end - 1, target.end])
        if (added?.type === 'ObjectExpression' && added.properties.length === 0 && next)
          cuts.push([added.start, next.start])
      },
    }).visit(parseSync('sdk.js', code).program)
    if (cuts.length === 0) throw new Error('no object is spread by objectSpread2_default')
    return { code: replaceParts(code, cuts), map: null }
  },
})

type Span = { start: number; end: number }
const sharedName = '_t'

/**
 * Uses one variable for all `?.` and `??`, where the compiler declares one for each. Each is read immediately after its
 * assignment. A variable that is read again later stays.
 */
export const shareTemporaries = (): Plugin => ({
  name: 'share-temporaries',
  enforce: 'post',
  renderChunk(code) {
    const functions: Span[] = []
    const temporaries: { name: string; declaration: Span & { declarations: readonly Span[] } }[] = []
    const assigned: (Span & { name: string })[] = []
    const addFunction = (node: Span) => void functions.push(node)
    new Visitor({
      FunctionDeclaration: addFunction,
      FunctionExpression: addFunction,
      ArrowFunctionExpression: addFunction,
      VariableDeclaration(node) {
        for (const { id, init } of node.declarations)
          if (node.kind === 'var' && init === null && id.type === 'Identifier' && id.name.startsWith('_'))
            temporaries.push({ name: id.name, declaration: node })
      },
      AssignmentExpression({ start, end, left }) {
        if (left.type === 'Identifier') assigned.push({ name: left.name, start, end })
      },
    }).visit(parseSync('sdk.js', code).program)

    const isInside = (outer: Span, { start, end }: Span) => outer.start <= start && end <= outer.end
    const parts: Replacement[] = []
    const namesByDeclaration = new Map<Span & { declarations: readonly Span[] }, string[]>()
    for (const { name, declaration } of temporaries) {
      const scope = functions.findLast((candidate) => isInside(candidate, declaration))
      const assignment = scope && assigned.find((other) => other.name === name && isInside(scope, other))
      if (!scope || !assignment) continue
      const text = name.replaceAll('$', String.raw`\$`)
      const word = new RegExp(String.raw`(?<![\w$])${text}(?![\w$])`, 'g')
      const uses = [...code.slice(scope.start, scope.end).matchAll(word)].map(({ index }) => scope.start + index)
      const reads = String.raw`\) (?:=== null \|\| ${text} === void 0 (?:\? void 0 : |\|\| (?:\([\w$]+ = )?)|!== null && ${text} !== void 0 \? )${text}(?![\w$])`
      const isReadAtOnce = new RegExp(`^${reads}`).test(code.slice(assignment.end, assignment.end + 300))
      if (uses.length !== 4 || !isReadAtOnce) continue
      for (const start of uses.slice(1)) parts.push([start, start + name.length, sharedName])
      namesByDeclaration.set(declaration, [...(namesByDeclaration.get(declaration) ?? []), name])
    }
    for (const [{ start, end, declarations }, names] of namesByDeclaration) {
      const rest = declarations.map((part) => code.slice(part.start, part.end)).filter((name) => !names.includes(name))
      parts.push([start, end, rest.length > 0 ? `var ${rest.join(', ')};` : ''])
    }
    const head = '(this, function(exports) {'
    if (parts.length === 0 || !code.includes(head) || new RegExp(String.raw`\b${sharedName}\b`).test(code))
      throw new Error('the temporaries of the compiler have changed')
    return { code: replaceParts(code, parts).replace(head, `${head} var ${sharedName};`), map: null }
  },
})

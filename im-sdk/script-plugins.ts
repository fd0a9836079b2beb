// Build steps of the published script: one file, in the syntax of ES2015.
import path from 'node:path'
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

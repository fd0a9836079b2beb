// Builds what is published: an ES module with its types, and one script file for script tags. It has no dependencies
// of its own, so that it installs and runs anywhere.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { parseSync, Visitor } from 'oxc-parser'
import { build, type Plugin } from 'vite'

const here = import.meta.dirname
const root = path.dirname(here)

/**
 * Removes the schemas of commands and pushes: the server checks them, and the SDK reads only drafts. A timeout that a
 * command sets for itself stays.
 */
function dropSchemas(): Plugin {
  const folder = path.join(root, 'contract/src/im/')
  return {
    name: 'drop-schemas',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return null
      const cuts: { start: number; end: number; rest: string }[] = []
      new Visitor({
        CallExpression({ callee, arguments: [, schema] }) {
          if (!schema || callee.type !== 'Identifier') return
          const { start, end } = schema
          if (callee.name === 'push') cuts.push({ start, end, rest: 'null' })
          if (callee.name !== 'command' || schema.type !== 'ObjectExpression') return
          cuts.push({ start, end, rest: `{ ${/timeoutMs: [\d_]+/.exec(code.slice(start, end))?.[0] ?? ''} }` })
        },
      }).visit(parseSync(id, code).program)
      const shorter = cuts.reduceRight(
        (text, { start, end, rest }) => text.slice(0, start) + rest + text.slice(end),
        code,
      )
      return { code: shorter, map: null }
    },
  }
}

async function bundle(output: string, entry: string, format: 'es' | 'umd', file: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [dropSchemas()],
    // the rules are read by a smaller reader than the server's (docs/decisions/008)
    resolve: {
      alias: [
        { find: 'zod', replacement: path.join(here, 'src/bundle/zod.ts') },
        // the SDK names its transports; the library's other ones would come along unused
        {
          find: /^\.\/transports\/(index|polling-xhr(\.node)?)\.js$/,
          replacement: path.join(here, 'src/bundle/no-transports.ts'),
        },
      ],
    },
    build: {
      outDir: path.join(output, path.dirname(file)),
      emptyOutDir: false,
      // bundlers of 2016 to 2020 parse the script
      target: format === 'umd' ? 'es2015' : ['chrome87', 'edge88', 'firefox90', 'safari14'],
      minify: 'oxc',
      sourcemap: true,
      lib: { entry: path.join(here, entry), formats: [format], name: 'SDK', fileName: () => path.basename(file) },
      rolldownOptions: {
        // schemas that nothing reads any more are dropped
        treeshake: { manualPureFunctions: ['z', 'service', 'command', 'push'] },
        // libraries would keep white space in modules
        ...(format === 'es' && { output: { minify: true } }),
      },
    },
  })
}

const zod = path.dirname(createRequire(path.join(root, 'contract/package.json')).resolve('zod/package.json'))

/** Declarations as the compiler writes them, and beside them what they say of other packages. */
function writeTypes(output: string): void {
  const emitted = path.join(output, 'emitted')
  const types = path.join(output, 'types')
  const options = [
    '--declaration',
    '--emitDeclarationOnly',
    '--noEmit',
    'false',
    '--rootDir',
    root,
    '--outDir',
    emitted,
  ]
  const project = path.join(here, 'tsconfig.types.json')
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', project, ...options], { stdio: 'inherit' })
  const seen = new Set<string>()

  function find(name: string, file: string, target: string): [from: string, to: string] {
    const asDeclaration = (way: string) => way.replace(/\.(ts|js)$/, '.d.ts')
    if (name.startsWith('.')) {
      const declaration = asDeclaration(name)
      return [path.resolve(path.dirname(file), declaration), path.resolve(path.dirname(target), declaration)]
    }
    const [, library, inside = 'index.js'] = /^(zod|@xinqiao\/contract)(?:\/(.+))?$/.exec(name) ?? []
    if (!library) throw new Error(`the published types need ${name}, which is not published with them`)
    const declaration = asDeclaration(/\.[jt]s$/.test(inside) ? inside : `${inside}.js`)
    return library === 'zod'
      ? [path.join(zod, declaration), path.join(types, 'zod', declaration)]
      : [path.join(emitted, 'contract/src', declaration), path.join(types, 'contract/src', declaration)]
  }

  function carry(file: string, target: string): void {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(
      /((?:from|import)\s*\(?\s*)["']([^"']+)["']/g,
      (_whole, before: string, name: string) => {
        const [from, to] = find(name, file, target)
        carry(from, to)
        const relativePath = path.relative(path.dirname(target), to).replace(/\.d\.ts$/, '.js')
        return `${before}'${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}'`
      },
    )
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }

  carry(path.join(emitted, 'im-sdk/src/index.d.ts'), path.join(types, 'im-sdk/src/index.d.ts'))
  rmSync(emitted, { recursive: true })
}

/** Also compressed, for the server. Its folder is marked, because the package is one of ES modules. */
function completeScript(output: string): void {
  writeFileSync(path.join(output, 'script/package.json'), '{ "type": "commonjs" }\n')
  const file = path.join(output, 'script/sdk.js')
  const script = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(script, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(script))
}

/** @param output the folder of `index.js` */
export const bundleModule = (output: string): Promise<void> => bundle(output, 'src/index.ts', 'es', 'index.js')

/** @param output the folder, which is made anew; the server gives out the script of the usual one */
export async function buildSdk(output = path.join(here, 'build')): Promise<void> {
  // a server that runs meanwhile keeps its script until the new one is whole
  const unfinished = `${output}.new`
  rmSync(unfinished, { recursive: true, force: true })
  await bundleModule(unfinished)
  await bundle(unfinished, 'src/script.ts', 'umd', 'script/sdk.js')
  completeScript(unfinished)
  writeTypes(unfinished)
  rmSync(output, { recursive: true, force: true })
  renameSync(unfinished, output)
}

if (process.argv[1] === import.meta.filename) await buildSdk(process.argv[2])

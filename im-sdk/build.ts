// Builds what is published: an ES module with its types, and one script file for script tags. It has no dependencies
// of its own, so that it installs and runs anywhere.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const here = import.meta.dirname
const root = path.dirname(here)

async function bundle(output: string, entry: string, format: 'es' | 'iife', file: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    // the rules are read by a smaller reader than the server's (docs/decisions/008)
    resolve: { alias: { zod: path.join(here, 'src/bundle/zod.ts') } },
    build: {
      outDir: path.join(output, path.dirname(file)),
      emptyOutDir: false,
      target: ['chrome87', 'edge88', 'firefox90', 'safari14'],
      minify: 'oxc',
      lib: { entry: path.join(here, entry), formats: [format], name: 'Xinqiao', fileName: () => path.basename(file) },
      // libraries would keep white space in modules
      ...(format === 'es' && { rolldownOptions: { output: { minify: true } } }),
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

/** Also compressed, for the server. */
function compressScript(output: string): void {
  const file = path.join(output, 'script/sdk.js')
  const script = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(script, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(script))
}

function writeManifest(output: string): void {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const manifest = {
    name: '@xinqiao/im-sdk',
    version,
    description: '心桥即时通讯浏览器SDK',
    license: 'UNLICENSED',
    type: 'module',
    exports: {
      '.': { types: './types/im-sdk/src/index.d.ts', default: './index.js' },
      './sdk.js': './script/sdk.js',
    },
    types: './types/im-sdk/src/index.d.ts',
    files: ['index.js', 'script/sdk.js', 'types'],
    sideEffects: ['./script/sdk.js'],
  }
  writeFileSync(path.join(output, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** @param output the folder of `index.js` */
export const bundleModule = (output: string): Promise<void> => bundle(output, 'src/index.ts', 'es', 'index.js')

/** @param output the folder, which is made anew; the server gives out the script of the usual one */
export async function buildSdk(output = path.join(here, 'build')): Promise<void> {
  rmSync(output, { recursive: true, force: true })
  await bundleModule(output)
  await bundle(output, 'src/script.ts', 'iife', 'script/sdk.js')
  compressScript(output)
  writeTypes(output)
  writeManifest(output)
}

if (process.argv[1] === import.meta.filename) await buildSdk(process.argv[2])

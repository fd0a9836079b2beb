// Builds the published files: an ES module with its types, and one script file for script tags. They have no
// dependencies, so that they can be installed and run anywhere.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { minify } from 'terser'
import { build, type Plugin } from 'vite'
import { completeScript, packRelease } from './release.ts'
import {
  inlineDynamicImports,
  mergeAsyncFunctions,
  mergeSpreads,
  replaceHelpers,
  shareTemporaries,
} from './script-plugins.ts'

const here = import.meta.dirname
const root = path.dirname(here)
/** Schemas of these files are used by commands only. */
const serverModels = [
  ...['chatroom/chatroom-model', 'chatroom/chatroom-queue'],
  ...['signalling/signalling-model', 'robots/ai-model', 'robots/robot-answers'],
].map((name) => realpathSync(path.join(root, `contract/src/im/${name}.ts`)))

const schemaBuilders = ['z', 'service', 'command', 'definePush', 'namedText', 'filledText', 'pictureAddress', 'keysOf']
/** Schemas from which others are made, without an effect. */
const extendedSchemas = [
  ...['Target', 'PairTarget', 'MessageRef', 'TargetMessageRef', 'MessageReference', 'Accid', 'notice', 'Scene'],
  ...[
    'TeamRef',
    'TeamFields',
    'TeamScene',
    'MemberPage',
    'SessionSummary',
    'SessionState',
    'WireMessage',
    'MarkCustom',
  ],
  ...['Words', 'RobotQuestionParam', 'AnswerRef', 'share'],
  ...['TopCustom', 'Tags', 'SyncPosition', 'Timestamp', 'Limit', 'Publishers', 'SomeMemberAccounts', 'MemberAccounts'],
]

/** Names of the errors that the SDK itself distinguishes or makes. */
function listNamedErrors(): Set<string> {
  const files = globSync(['im-sdk/src/**/*.ts', 'contract/src/im/**/*.ts'], { cwd: root, exclude: ['**/*.test.ts'] })
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\b(?:imErrors\.|imFail\(')(\w+)/g)].map(([, name = '']) => name)),
  )
}

/** An error that the SDK passes on with the code and the message of the server, like one that is not listed. */
const passedOnError = /^\w+: \{\s*code: \S+,\s*message: serverOnlyMessage\('[^']*'\),?\s*\}$/

/**
 * Removes the schemas of commands and pushes, because the server validates and the SDK only needs those of drafts. A
 * command's own timeout stays. Also removes errors that are passed on.
 */
function dropServerParts(): Plugin {
  const folder = path.join(root, 'contract/src/im/')
  /** Removed calls; the build fails when one of these is no longer found, for example after a rename. */
  const unseen = new Set(['serverOnlyMessage', 'definePush', 'command'])
  const namedErrors = listNamedErrors()
  return {
    name: 'drop-server-parts',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(folder)) return null
      const cuts: { start: number; end: number; rest: string }[] = []
      new Visitor({
        Property({ start, end, key }) {
          if (key.type !== 'Identifier' || namedErrors.has(key.name) || start < (cuts.at(-1)?.end ?? 0)) return
          const text = code.slice(start, end)
          // a comma is before a message and after an error
          if (text.startsWith('message: serverOnlyMessage(')) {
            cuts.push({ start: code.lastIndexOf(',', start), end, rest: '' })
            unseen.delete('serverOnlyMessage')
          }
          if (passedOnError.test(text)) cuts.push({ start, end: end + 1, rest: '' })
        },
        CallExpression({ start: callStart, callee, arguments: [numberInService, schema] }) {
          if (callee.type !== 'Identifier') return
          unseen.delete(callee.name)
          if (callStart < (cuts.at(-1)?.end ?? 0) || !numberInService || !schema) return
          const { start, end } = schema
          const cutSchema = (rest = '') => cuts.push({ start: numberInService.end, end, rest })
          if (callee.name === 'definePush') cutSchema()
          if (callee.name !== 'command' || schema.type !== 'ObjectExpression') return
          const timeout = /timeoutMs: [\d_]+/.exec(code.slice(start, end))?.[0]
          cutSchema(timeout && `, { ${timeout} }`)
        },
      }).visit(parseSync(id, code).program)
      const shorter = cuts.reduceRight(
        (text, { start, end, rest }) => text.slice(0, start) + rest + text.slice(end),
        code,
      )
      return { code: shorter, map: null }
    },
    buildEnd() {
      if (unseen.size > 0) throw new Error(`Not found in the contract: ${[...unseen].join(', ')}`)
    },
  }
}

/**
 * All that the entry needs at once is one file. Lazy files import names from it that are not public; `index.js` exports
 * the public ones.
 */
const coreChunk = [{ name: 'core', tags: ['$initial' as const] }]

async function bundleEntry(output: string, entry: string, format: 'es' | 'umd', file: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [
      dropServerParts(),
      ...(format === 'umd'
        ? [inlineDynamicImports(), replaceHelpers(), mergeAsyncFunctions(), mergeSpreads(), shareTemporaries()]
        : []),
    ],
    // the rules are read by a smaller reader than the server's (docs/decisions/008)
    resolve: {
      alias: { zod: path.join(here, 'src/bundle/zod.ts') },
    },
    build: {
      outDir: path.join(output, path.dirname(file)),
      emptyOutDir: false,
      // Bundlers of 2016 to 2020 parse the script. Chrome 87, Firefox 90 and Safari 14 read ES2021, but Chrome before
      // 91 misreads a spread before `?.` in the arguments of one call.
      target: format === 'umd' ? 'es2015' : 'es2021',
      minify: 'oxc',
      sourcemap: true,
      lib: { entry: path.join(here, entry), formats: [format], name: 'SDK', fileName: () => path.basename(file) },
      rolldownOptions: {
        // names of tables and fields appear where they are used, without a variable
        optimization: { inlineConst: true },
        // fields of classes are assigned instead of defined, and only those with a value
        transform: {
          assumptions: { setPublicClassFields: true },
          typescript: { removeClassFieldsWithoutInitializer: true },
        },
        // removes schemas that are not used any more
        treeshake: {
          // no property has a getter with an effect, so that unused spreads are removed
          propertyReadSideEffects: false,
          manualPureFunctions: [...schemaBuilders, ...extendedSchemas],
          // only the server uses its schemas
          moduleSideEffects: (id) => !serverModels.includes(id),
        },
        // Vite's default for libraries keeps white space in ES modules
        ...(format === 'es' && {
          output: { minify: true, chunkFileNames: '[name].js', codeSplitting: { groups: coreChunk } },
        }),
      },
    },
  })
}

/** Minifies built files further, by about two per cent of their compressed size. Their source maps stay right. */
async function shrinkScripts(output: string): Promise<void> {
  const names = [...globSync('*.js', { cwd: output }), 'script/sdk.js'].filter((name) => name !== 'index.js')
  const files = names.map((name) => path.join(output, name))
  const shrinkFile = async (file: string) => {
    const isModule = path.dirname(file) === output
    const shrink = (script: string, sourceMap: string, mangle: boolean) =>
      minify(script, {
        module: isModule,
        ecma: isModule ? 2020 : 2015,
        mangle,
        // No property has a getter with an effect, and built-ins are not replaced. Functions stay functions, because
        // pages call one with `new`.
        compress: {
          passes: 5,
          keep_fargs: false,
          pure_getters: true,
          unsafe: true,
        },
        // the package has no sources beside its maps
        sourceMap: { content: sourceMap, includeSources: true, url: `${path.basename(file)}.map` },
      })
    // a further run shortens what the names of the first one have made equal
    const first = await shrink(readFileSync(file, 'utf8'), readFileSync(`${file}.map`, 'utf8'), true)
    const { code, map } = await shrink(first.code!, first.map as string, false)
    writeFileSync(file, code!)
    writeFileSync(`${file}.map`, map as string)
  }
  await Promise.all(files.filter((file) => existsSync(file)).map(shrinkFile))
}

const zod = path.dirname(createRequire(path.join(root, 'contract/package.json')).resolve('zod/package.json'))

/** Writes the declarations of the compiler, and the types that they import from other packages. */
function writeTypes(output: string): void {
  const emitted = path.join(output, 'emitted')
  const types = path.join(output, 'types')
  const options = [
    // one checker, because several would repeat each other's work
    '--checkers',
    '1',
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
  const seenFiles = new Set<string>()

  function findDeclaration(name: string, file: string, target: string): [from: string, to: string] {
    const declarationPathOf = (way: string) => way.replace(/\.(ts|js)$/, '.d.ts')
    if (name.startsWith('.')) {
      const declaration = declarationPathOf(name)
      return [path.resolve(path.dirname(file), declaration), path.resolve(path.dirname(target), declaration)]
    }
    const [, library, inside = 'index.js'] = /^(zod|@xinqiao\/contract)(?:\/(.+))?$/.exec(name) ?? []
    if (!library) throw new Error(`the published types need ${name}, which is not published with them`)
    const declaration = declarationPathOf(/\.[jt]s$/.test(inside) ? inside : `${inside}.js`)
    return library === 'zod'
      ? [path.join(zod, declaration), path.join(types, 'zod', declaration)]
      : [path.join(emitted, 'contract/src', declaration), path.join(types, 'contract/src', declaration)]
  }

  function copyDeclaration(file: string, target: string): void {
    if (seenFiles.has(file)) return
    seenFiles.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(
      /((?<!["'])\b(?:from|import)\s*\(?\s*)["']([^"']+)["']/g,
      (_whole, before: string, name: string) => {
        const [from, to] = findDeclaration(name, file, target)
        copyDeclaration(from, to)
        const relativePath = path.relative(path.dirname(target), to).replace(/\.d\.ts$/, '.js')
        return `${before}'${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}'`
      },
    )
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }

  copyDeclaration(path.join(emitted, 'im-sdk/src/index.d.ts'), path.join(types, 'im-sdk/src/index.d.ts'))
  rmSync(emitted, { recursive: true })
}

/** @param output the folder in which `index.js` and the files beside it are written */
export const bundleModule = (output: string): Promise<void> => bundleEntry(output, 'src/index.ts', 'es', 'index.js')

/** @param output the folder, which is replaced; the server serves the script of the default folder */
export async function buildSdk(output = path.join(here, 'build')): Promise<void> {
  // Builds beside the output and renames at the end, so that a running server keeps its script until then. The folder
  // is in node_modules, which tests that read all files skip.
  const unfinished = path.join(path.dirname(output), 'node_modules', `${path.basename(output)}.new`)
  rmSync(unfinished, { recursive: true, force: true })
  await bundleEntry(unfinished, 'src/script.ts', 'umd', 'script/sdk.js')
  await bundleModule(unfinished)
  await shrinkScripts(unfinished)
  completeScript(unfinished)
  writeTypes(unfinished)
  packRelease(unfinished)
  rmSync(output, { recursive: true, force: true })
  renameSync(unfinished, output)
}

if (process.argv[1] === import.meta.filename) await buildSdk(process.argv[2])

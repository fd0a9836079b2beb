// Builds the portal: compressed files for browsers, and one module that renders pages on the server. build/assets.json
// connects the two: it holds the hashed names of the files (PageAssets in contract/src/pages.ts).
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import type { PageAssets } from '@xinqiao/contract/pages.ts'
import { portalRoot } from './vite.config.ts'

const output = join(portalRoot, 'build')
const client = join(output, 'client')
const configFile = join(portalRoot, 'vite.config.ts')

async function buildClient(): Promise<void> {
  await build({
    configFile,
    // the rules of the chat are read by a smaller reader than the server's (docs/decisions/008)
    resolve: { alias: { zod: join(portalRoot, '../im-sdk/src/bundle/zod.ts') } },
    build: {
      outDir: client,
      manifest: true,
      rolldownOptions: { input: ['src/site/site.ts', 'src/app.css', 'src/screens.tsx'] },
    },
  })
}

async function buildServer(): Promise<void> {
  await build({
    configFile,
    publicDir: false,
    // the bundled React must be its production version, whatever the server's environment says
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: join(output, 'server'), ssr: 'src/entry.server.tsx', target: 'node24' },
  })
}

type PageParts = { modules: Set<string>; styles: Set<string> }

/** Script and style files of a module, and of everything that it imports statically. */
function withImports(
  manifest: Manifest,
  key: string,
  seen: PageParts = { modules: new Set(), styles: new Set() },
): PageParts {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no ${key}`)
  if (seen.modules.has(chunk.file)) return seen
  seen.modules.add(chunk.file)
  for (const style of chunk.css ?? []) seen.styles.add(style)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen)
  return seen
}

/** @param manifest the manifest of Vite */
export function readAssets(manifest: Manifest): PageAssets {
  const addressOfFile = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    return `/${chunk.file}`
  }
  const ending = '.screen.tsx'
  const screens = Object.keys(manifest).filter((key) => key.endsWith(ending))
  const entry = 'src/screens.tsx'
  const collectPageParts = (key: string) => withImports(manifest, key, withImports(manifest, entry))
  return {
    css: [addressOfFile('src/app.css')],
    script: addressOfFile('src/site/site.ts'),
    screens: addressOfFile(entry),
    preload: Object.fromEntries(
      screens.map((key) => [
        basename(key, ending),
        [...collectPageParts(key).modules].map((file) => `/${file}`).filter((file) => file !== addressOfFile(entry)),
      ]),
    ),
    styles: Object.fromEntries(
      screens.map((key) => [basename(key, ending), [...collectPageParts(key).styles].map((file) => `/${file}`)]),
    ),
  }
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg|txt|json)$/.test(entry.name))
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      const bytes = await readFile(path)
      const quality = {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }
      await Promise.all([
        brotli(bytes, quality).then((small) => writeFile(`${path}.br`, small)),
        zip(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
      ])
    }),
  )
}

/** Builds the scripts for browsers and for the server, and compresses the public files. Prints only warnings. */
export async function buildPortal(): Promise<void> {
  await rm(output, { recursive: true, force: true })
  await buildClient()
  await buildServer()
  const manifestPath = join(client, '.vite', 'manifest.json')
  const manifest = JSON.parse(await readFile(manifestPath, 'utf8')) as Manifest
  await writeFile(join(output, 'assets.json'), JSON.stringify(readAssets(manifest)))
  await rm(join(client, '.vite'), { recursive: true })
  await compressFiles(client)
}

if (import.meta.main) await buildPortal()

// Completes the built SDK for its release: types of the script, and the packed file that the site offers.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const here = import.meta.dirname
const manifestFile = path.join(here, 'package.json')

const moduleTypes = `'../types/im-sdk/src/index.js' with { 'resolution-mode': 'import' }`
/** Types of the script for CommonJS programs, which cannot import those of the ES module by name. */
const scriptTypes = `import type * as SDK from ${moduleTypes}
export type * from ${moduleTypes}
${['NIM', 'Chatroom']
  .map((name) => `export declare const ${name}: typeof SDK.${name}\nexport type ${name} = SDK.${name}`)
  .join('\n')}
`

/**
 * Completes the script: compresses it for the server, and marks its folder as CommonJS, because the package itself has
 * ES modules.
 */
export function completeScript(output: string): void {
  writeFileSync(path.join(output, 'script/package.json'), '{ "type": "commonjs" }\n')
  writeFileSync(path.join(output, 'script/sdk.d.ts'), scriptTypes)
  const file = path.join(output, 'script/sdk.js')
  const script = readFileSync(file)
  writeFileSync(`${file}.gz`, gzipSync(script, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(script))
}

type Manifest = { exports: Record<string, unknown>; [field: string]: unknown }

/** The manifest without the sources, which only this workspace imports, and without its development. */
function readPublicManifest(): Manifest {
  const text = readFileSync(manifestFile, 'utf8')
  const { private: _private, scripts: _scripts, devDependencies: _tools, ...manifest } = JSON.parse(text) as Manifest
  const { './*': _sources, ...entries } = manifest.exports
  return { ...manifest, exports: entries }
}

const workspaceManifest = path.join(here, 'node_modules/package.workspace.json')
const stringify = (manifest: Manifest) => `${JSON.stringify(manifest, null, 2)}\n`

/** `npm pack` in this folder packs the public manifest, and restores that of the workspace afterwards. */
const packSteps: Readonly<Record<string, () => void>> = {
  prepack: () => {
    const manifest = stringify(readPublicManifest())
    cpSync(manifestFile, workspaceManifest)
    writeFileSync(manifestFile, manifest)
  },
  postpack: () => renameSync(workspaceManifest, manifestFile),
}
if (import.meta.filename === process.argv[1]) packSteps[process.argv[2] ?? '']?.()

/** @param output the built files; the packed file is added to `script`, whose files the server offers */
export function packRelease(output: string): void {
  // beside the output, because it contains a copy
  const folder = `${output}.release`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), stringify(readPublicManifest()))
  cpSync(path.join(here, 'README.md'), path.join(folder, 'README.md'))
  cpSync(output, path.join(folder, 'build'), { recursive: true })
  const options = ['--silent', '--ignore-scripts', '--pack-destination', path.join(output, 'script')]
  execFileSync('npm', ['pack', ...options], { cwd: folder })
  rmSync(folder, { recursive: true })
}

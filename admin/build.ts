// Builds the console and writes .br and .gz files beside every text file, so that the server compresses nothing itself.
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const smallestBytes = 1024

async function compressFile(file: string): Promise<number> {
  const body = await readFile(file)
  if (body.length < smallestBytes) return 0
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const brotli = await promisify(brotliCompress)(body, { params })
  await writeFile(`${file}.br`, brotli)
  await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
  return brotli.length
}

/** @returns the folder that the server serves under /admin/ */
export async function buildAdmin(): Promise<string> {
  await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
  const folder = join(import.meta.dirname, 'build')
  const files = globSync('**/*.{js,css,html,svg,json}', { cwd: folder })
  const sizes = await Promise.all(files.map((file) => compressFile(join(folder, file))))
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  console.log(`admin: ${files.length} files, ${kilobytes} KB compressed`)
  return folder
}

if (import.meta.main) await buildAdmin()

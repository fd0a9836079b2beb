// Where uploaded files live: a folder, or an S3-compatible object store. Keys are ours, never a visitor's words.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import type { FileBody } from '../uploads.ts'

export type StoredFile = { stream: Readable; bytes: number }

export type Files = {
  /** A body on disk is streamed. */
  put: (key: string, body: FileBody, mime: string) => Promise<void>
  /** Null when there is none. */
  get: (key: string) => Promise<StoredFile | null>
  remove: (key: string) => Promise<void>
}

/** Segments of letters, digits, dash, underscore and single dots: no way out of the folder. */
const isKey = (key: string) => /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/.test(key) && key.length <= 200

export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`)
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function folderFiles(folder: string): Files {
  const locate = (key: string) => {
    checkKey(key)
    return path.join(folder, key)
  }
  return {
    async put(key, body) {
      const file = locate(key)
      // uploads are nobody else's on this machine
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // whole or not at all: a crash in the middle leaves only a name nobody asks for
      const half = `${file}.${randomBytes(6).toString('hex')}.part`
      if (body instanceof Uint8Array) await writeFile(half, body, { flush: true })
      else await copyDurably(body.path, half)
      await rename(half, file)
    },
    async get(key) {
      const file = locate(key)
      try {
        const { size } = await stat(file)
        return { stream: createReadStream(file), bytes: size }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(locate(key), { force: true }),
  }
}

export async function makeFiles(config: Config): Promise<Files> {
  if (!config.STORAGE_URL) return folderFiles(path.join(config.dataDir, 'files'))
  const { s3Files } = await import('./s3.ts')
  return s3Files(config.STORAGE_URL)
}

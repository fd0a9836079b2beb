// Uploaded files in a folder of this machine.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkKey, type FileStorage } from './files.ts'

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const handle = await open(to)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function createFolderFiles(folder: string): FileStorage {
  const locate = (key: string) => {
    checkKey(key)
    return path.join(folder, key)
  }
  return {
    async put(key, body) {
      const file = locate(key)
      // other users of the machine must not read uploads
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // atomic: a crash leaves only a file with a temporary name
      const half = `${file}.${randomBytes(6).toString('hex')}.part`
      if (body instanceof Uint8Array) await writeFile(half, body, { flush: true })
      else await copyDurably(body.path, half)
      await rename(half, file)
    },
    async get(key, range) {
      const file = locate(key)
      try {
        const { size } = await stat(file)
        if (range) return { stream: createReadStream(file, range), bytes: range.end - range.start + 1 }
        return { stream: createReadStream(file), bytes: size }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: (key) => rm(locate(key), { force: true }),
  }
}

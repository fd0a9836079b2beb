// Where uploaded files live: a folder, or an S3-compatible object store. Keys are ours, never a visitor's words.
import type { Readable } from 'node:stream'
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

// Storage of uploaded files: a folder, or an S3-compatible object store. The server chooses the keys.
import type { Readable } from 'node:stream'
import type { FileBody } from './uploads.ts'

/** The storage of files cannot be reached, hangs, or fails. `cause` is the error of the last attempt. */
export class StorageUnavailableError extends Error {
  readonly code = 'STORAGE_AWAY'
  constructor(cause: unknown) {
    super(`file storage away: ${cause instanceof Error ? cause.message : 'lost'}`, { cause })
  }
}

export type StoredFileStream = { stream: Readable; bytes: number }

export type FileStorage = {
  /** @param body a file on disk is streamed */
  put: (key: string, body: FileBody, mime: string) => Promise<void>
  /**
   * Opens a stored file, or a part of it. `end` is the last byte; `bytes` is then the length of the part.
   * @returns null when there is none with this key
   */
  get: (key: string, range?: { start: number; end: number }) => Promise<StoredFileStream | null>
  remove: (key: string) => Promise<void>
}

/** Segments of letters, digits, dash, underscore and single dots, so that no key can leave the folder. */
const isKey = (key: string) => /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/.test(key) && key.length <= 200

export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`)
}

// An uploaded file on disk, so that a slow or large upload needs no memory.
import { readFile } from 'node:fs/promises'

/** The bytes, or the path of a file. */
export type FileBody = Uint8Array | { path: string }

export type UploadedFile = {
  /** The file name that the sender gave. */
  name: string
  /** Size of the file in bytes. */
  size: number
  body: FileBody
  /** Reads the whole content; for small files only. */
  read: () => Promise<Buffer>
}

export const fileOfBytes = (name: string, bytes: Buffer): UploadedFile => ({
  name,
  size: bytes.length,
  body: bytes,
  read: () => Promise.resolve(bytes),
})

export const fileAtPath = (name: string, path: string, size: number): UploadedFile => ({
  name,
  size,
  body: { path },
  read: () => readFile(path),
})

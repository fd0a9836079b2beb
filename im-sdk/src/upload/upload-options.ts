// Types of an upload: its options, its result, and what an uploader needs.
import type { StoredFile } from '@xinqiao/contract/im/files/file.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import type { Client } from '../client.ts'
import type { MediaMetadata } from './media.ts'
import type { UploadProgress } from './parts.ts'
import type { UploadSource } from './source.ts'

/** Options that a page sets for one file. */
export type FileUploadOptions = UploadSource & {
  /** The kind of the file; 'file' by default, which allows every content type. */
  type?: FileKind
  maxSize?: number
  /** Lifetime of the file in seconds, at least 86400. */
  nosSurvivalTime?: number
  /** Duration of a recording, if the caller has it. */
  dur?: number
  w?: number
  h?: number
}
export type UploadControl = {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}
/** messaging.md 3: file data of a message. */
export type UploadedFile = Omit<StoredFile, 'kind' | 'docId'> & MediaMetadata & { docId: string }
export type UploaderSettings = {
  request: Client['request']
  /** Upload origins, in the order of use. */
  urls: readonly [string, ...string[]]
  timeoutMs?: number
  delayOf?: (retry: number) => number
}

// Uploads a file from start to end: source, limits, check for a known file, token, parts.
import { imFail, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { quickTransferBytes, type StoredFile } from '@xinqiao/contract/im/files/file.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import type { Client } from '../client.ts'
import { createLinks } from './links.ts'
import { readMedia, type MediaMetadata } from './media.ts'
import { md5Of } from './md5.ts'
import { toProgress, uploadParts, type UploadProgress } from './parts.ts'
import { noFileSelected, readUploadSource, type UploadSource } from './source.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

/** Default maximum size of an upload: 100 MB (im-sdk-api.md, figures). */
const maxBytes = 100 * 1024 * 1024
const uploadTimeoutMs = 600_000 // time limit for one upload (messaging.md 9)

export type UploadOptions = UploadSource & {
  /** By default 'file', for which no limits of a kind apply. */
  type?: FileKind
  maxSize?: number
  /** Lifetime of the file in seconds, at least 86400. */
  nosSurvivalTime?: number
  /** Duration of a recording, if the caller has it. */
  dur?: number
  w?: number
  h?: number
  signal?: AbortSignal | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
}
/** messaging.md 3: file data of a message. */
export type UploadedFile = Omit<StoredFile, 'kind' | 'docId'> & MediaMetadata & { docId: string }
/** The kind of a file that was uploaded before, for pages that do not name it again. */
export const kindOf = ({ dur, w }: MediaMetadata = {}): FileKind => {
  if (w === undefined) return dur === undefined ? 'file' : 'audio'
  return dur === undefined ? 'image' : 'video'
}
export type Uploader = (options: UploadOptions) => Promise<UploadedFile>

type UploaderSettings = {
  request: Client['request']
  /** Upload origins, in the order of use. */
  urls: readonly [string, ...string[]]
  timeoutMs?: number
  delayOf?: (retry: number) => number
}

export function createUploader({ request, urls, timeoutMs = uploadTimeoutMs, delayOf }: UploaderSettings): Uploader {
  const links = createLinks(urls)

  /** Returns the file that the server already has, or null. */
  async function findStored(blob: Blob): Promise<StoredFile | null> {
    if (blob.size < quickTransferBytes) return null
    try {
      const { file } = await request('file.fileQuickTransfer', { md5: await md5Of(blob), size: blob.size })
      return file
    } catch (error) {
      // a file that the server does not have, or a failed check: upload it
      if (error instanceof ImFailure && (error.code === 404 || error.code === 416)) return null
      throw error
    }
  }

  return async (options) => {
    const { type = 'file', maxSize = maxBytes, nosSurvivalTime, signal, onProgress, dur, w, h } = options
    const pickedFile = await readUploadSource(options, type)
    const { blob } = pickedFile
    if (blob.size === 0) throw noFileSelected(type)
    if (blob.size > maxSize) throw imFail('uploadTooLarge')
    // 0 for a recording that the browser cannot play
    const unknown = type === 'video' ? { dur: 0, w: 0, h: 0 } : { dur: 0 }
    const facts = type === 'audio' || type === 'video' ? { ...unknown, ...(await readMedia(blob, type)) } : {}
    let file = nosSurvivalTime === undefined ? await findStored(blob) : null
    if (file) onProgress?.(toProgress(blob.size, blob.size))
    else {
      const token = await request(
        'file.getNosToken',
        nosSurvivalTime === undefined ? {} : { expireSec: nosSurvivalTime },
      )
      // a file message accepts any type; the others need a matching one
      const contentType = blob.type || (type === 'file' ? 'application/octet-stream' : `${type}/*`)
      file = await uploadParts(pickedFile, token, {
        links,
        contentType: type === 'file' || contentType.startsWith(`${type}/`) ? contentType : `${type}/*`,
        timeoutMs,
        signal,
        onProgress,
        ...omitUndefined({ delayOf }),
      })
    }
    const { kind: _kind, name, ...stored } = file
    return { ...stored, name: pickedFile.name || name, ...facts, ...omitUndefined({ dur, w, h }) }
  }
}

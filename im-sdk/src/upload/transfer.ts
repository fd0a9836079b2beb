// Sends a file whose source is read: check for a known file, token, parts. Loaded on the first upload.
import { ImFailure } from '@xinqiao/contract/im/errors.ts'
import { quickTransferBytes, type StoredFile } from '@xinqiao/contract/im/files/file.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { createLinks } from './links.ts'
import { readMedia } from './media.ts'
import { md5Of } from './md5.ts'
import { toProgress, uploadParts } from './parts.ts'
import type { FileToUpload } from './source.ts'
import type { FileUploadOptions, UploadControl, UploadedFile, UploaderSettings } from './upload-options.ts'

const uploadTimeoutMs = 600_000 // time limit for one upload (messaging.md 9)

type MediaOption = 'nosSurvivalTime' | 'dur' | 'w' | 'h'
type TransferOptions = { [Name in MediaOption]: FileUploadOptions[Name] | undefined } & UploadControl & {
    type: FileKind
  }
export type Transfer = (file: FileToUpload, options: TransferOptions) => Promise<UploadedFile>

export function createTransfer({ request, urls, timeoutMs = uploadTimeoutMs, delayOf }: UploaderSettings): Transfer {
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

  return async (pickedFile, options) => {
    const { type, nosSurvivalTime, signal, onProgress, dur, w, h } = options
    const { blob } = pickedFile
    // 0 for a recording that the browser cannot play
    const unknown = type === 'video' ? { dur: 0, w: 0, h: 0 } : { dur: 0 }
    const facts = type === 'audio' || type === 'video' ? { ...unknown, ...(await readMedia(blob, type)) } : {}
    let file = nosSurvivalTime === undefined ? await findStored(blob) : null
    if (file) {
      onProgress?.(toProgress(blob.size, blob.size))
      // the account may have stored it under another name
      file.name = pickedFile.name || file.name
    } else {
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
    // the server has cut the name, and removed characters that change the direction of a text
    const { kind: _kind, ...stored } = file
    return { ...stored, ...facts, ...omitUndefined({ dur, w, h }) }
  }
}

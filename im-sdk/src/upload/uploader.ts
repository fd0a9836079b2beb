// Checks the source of an upload and its size; the code that sends it is loaded for the first one.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import type { MediaMetadata } from './media.ts'
import { noFileSelected, readUploadSource } from './source.ts'
import type { Transfer } from './transfer.ts'
import type { FileUploadOptions, UploadControl, UploadedFile, UploaderSettings } from './upload-options.ts'

/** Default maximum size of an upload: 100 MB (im-sdk-api.md, figures). */
const maxBytes = 100 * 1024 * 1024

/** The kind of a file that was uploaded before, for pages that do not name it again. */
export const kindOf = ({ dur, w }: MediaMetadata = {}): FileKind => {
  if (w === undefined) return dur === undefined ? 'file' : 'audio'
  return dur === undefined ? 'image' : 'video'
}
/** `control` may be part of the options. */
export type Uploader = (options: FileUploadOptions & UploadControl, control?: UploadControl) => Promise<UploadedFile>

export function createUploader(settings: UploaderSettings): Uploader {
  /** Transfer that remembers which address works; its code loads with the first upload. */
  let transfer: Transfer | undefined

  return async (options, { signal, onProgress } = options) => {
    // all options are read before the first wait, because the console names options that are not read by then
    const { type = 'file', maxSize = maxBytes, nosSurvivalTime, dur, w, h } = options
    // before the first wait, because pages empty their input after the call
    const pickedFile = await readUploadSource(options, type)
    const { size } = pickedFile.blob
    if (size === 0) throw noFileSelected(type)
    if (size > maxSize) throw imFail('uploadTooLarge')
    const { createTransfer } = await import('./transfer.ts').catch(() => {
      throw imFail('uploadNetwork')
    })
    transfer ??= createTransfer(settings)
    return transfer(pickedFile, { type, nosSurvivalTime, dur, w, h, signal, onProgress })
  }
}

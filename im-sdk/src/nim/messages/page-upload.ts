// Uploads a file of a page, and calls the callbacks of the page.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { UploadProgress } from '../../upload/parts.ts'
import type { FileUploadOptions, UploadedFile } from '../../upload/upload-options.ts'
import type { Uploader } from '../../upload/uploader.ts'
import type { NimMessage } from '../present/messages.ts'

/** `msg`: the message of the file, unless the page only uploads it. */
export type UploadCallbacks<Message = NimMessage> = {
  beginupload?: (upload: { abort: () => void }, msg?: Message) => void
  uploadprogress?: (progress: UploadProgress, msg?: Message) => void
  /** Called unless the page has cancelled the upload. */
  uploaderror?: (error: Error, msg?: Message) => void
  uploaddone?: (error: Error | null, file: UploadedFile | null, msg?: Message) => void
}

export async function uploadForPage<Message>(
  uploader: Uploader,
  options: FileUploadOptions & UploadCallbacks<Message>,
  msg?: Message,
): Promise<UploadedFile> {
  const { beginupload, uploadprogress, uploaderror, uploaddone } = options
  const stop = new AbortController()
  beginupload?.({ abort: () => stop.abort() }, msg)
  try {
    const onProgress = (progress: UploadProgress) => uploadprogress?.(progress, msg)
    const file = await uploader(options, { signal: stop.signal, onProgress })
    uploaddone?.(null, file, msg)
    return file
  } catch (error) {
    const failure = error instanceof Error ? error : imFail('internal', 'unknown error') // the text of messaging.md 8
    if (!stop.signal.aborted) uploaderror?.(failure, msg)
    uploaddone?.(failure, null, msg)
    throw failure
  }
}

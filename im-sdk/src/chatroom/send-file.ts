// Files in a chatroom: upload with progress, then send. A resend after a failed upload repeats it.
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { callDone, passResult } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import { createIdClient } from '../base/create-id-client.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { UploadProgress } from '../upload/parts.ts'
import type { UploadSource } from '../upload/source.ts'
import { createUploader, kindOf, type Uploader } from '../upload/uploader.ts'
import type { UploadedFile, UploadOptions } from '../upload/upload-options.ts'
import { createRoomDraft, type RoomMessagesApi } from './messages.ts'
import type { ChatroomResendOptions, ChatroomSendOptions } from './options.ts'
import type { ChatroomMessage } from './present.ts'
import { toSendFailure, type RoomCore } from './room-core.ts'

export type ChatroomUploadOptions = Partial<UploadSource> & {
  type?: FileKind
  maxSize?: number
  dur?: number
  w?: number
  h?: number
  beginupload?: (upload: { abort: () => void }, msg?: ChatroomMessage) => void
  uploadprogress?: (progress: UploadProgress, msg?: ChatroomMessage) => void
  uploaderror?: (error: Error, msg?: ChatroomMessage) => void
  uploaddone?: (error: Error | null, file: UploadedFile | null, msg?: ChatroomMessage) => void
}
/** `file`: the result of an earlier upload. */
export type ChatroomFileOptions = ChatroomSendOptions & ChatroomUploadOptions & { file?: UploadedFile }

export function createRoomFilesApi(core: RoomCore, { deliver, presentDraft, methods }: RoomMessagesApi) {
  let uploader: Uploader | null = null
  /** Messages whose upload failed, by idClient. */
  const failedUploads = new Map<string, ChatroomFileOptions>()

  async function upload(options: ChatroomUploadOptions, msg?: ChatroomMessage): Promise<UploadedFile> {
    const { beginupload, uploadprogress, uploaderror, uploaddone } = options
    uploader ??= createUploader({ request: core.request, urls: core.uploadUrls })
    const stop = new AbortController()
    beginupload?.({ abort: () => stop.abort() }, msg)
    try {
      const file = await uploader({
        ...(omitUndefined(options) as UploadOptions),
        signal: stop.signal,
        onProgress: (progress) => uploadprogress?.(progress, msg),
      })
      uploaddone?.(null, file, msg)
      return file
    } catch (error) {
      const failure = toSendFailure(error) as Error
      if (!stop.signal.aborted) uploaderror?.(failure, msg)
      uploaddone?.(failure, null, msg)
      throw failure
    }
  }

  function sendFile(options: ChatroomFileOptions): ChatroomMessage {
    const { idClient = createIdClient(), type = kindOf(options.file) } = options
    const createDraft = (file: object) =>
      createRoomDraft({ ...options, idClient }, { type: chatMessageTypes[type] ?? type, file })
    if (options.file) return deliver(createDraft(options.file), options, options.resend)
    const time = Date.now()
    const pageMsg = presentDraft(createDraft({}), 'sending', options.resend === true, time)
    void passResult(
      upload(options, pageMsg),
      (file) => {
        failedUploads.delete(idClient)
        deliver(createDraft(file), options, options.resend)
      },
      (error) => {
        failedUploads.set(idClient, { ...options, idClient })
        options.done?.(error, presentDraft(createDraft({}), 'fail', options.resend === true, time))
      },
    )
    return pageMsg
  }

  return {
    sendFile,
    /** Uploads without sending. Pass the result to `sendFile({ file })`. */
    previewFile(options: ChatroomUploadOptions & WithDone<UploadedFile>): void {
      callDone(options.done, () => upload(options))
    },
    resendMsg(options: ChatroomResendOptions): ChatroomMessage {
      const failedOptions = failedUploads.get(options.msg.idClient)
      if (!failedOptions || options.msg.status !== 'fail') return methods.resendMsg(options)
      const { done: _done, ...fileOptions } = failedOptions
      return sendFile({ ...fileOptions, resend: true, ...omitUndefined({ done: options.done }) })
    },
  }
}

// Files in a chatroom: upload with progress, then send. A resend after a failed upload repeats it.
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import { callDone, passResult } from '../nim/core/done-callback.ts'
import type { WithDone } from '../nim/core/options.ts'
import { uploadForPage, type UploadCallbacks } from '../nim/messages/page-upload.ts'
import { createUploader, kindOf, type Uploader } from '../upload/uploader.ts'
import type { FileUploadOptions, UploadedFile } from '../upload/upload-options.ts'
import { createRoomDraft, readDeliveryOptions, type RoomDraft, type RoomMessagesApi } from './messages.ts'
import type { ChatroomResendOptions, ChatroomSendOptions } from './options.ts'
import type { ChatroomMessage } from './present.ts'
import { toSendFailure, type RoomCore } from './room-core.ts'

export type ChatroomUploadOptions = Partial<FileUploadOptions> & UploadCallbacks<ChatroomMessage>
/** `file`: the result of an earlier upload. */
export type ChatroomFileOptions = ChatroomSendOptions & ChatroomUploadOptions & { file?: UploadedFile }

export function createRoomFilesApi(core: RoomCore, { deliver, presentDraft, methods }: RoomMessagesApi) {
  const sendUpload = createUploader({ request: core.request, urls: core.uploadUrls })
  const uploader: Uploader = (...upload) =>
    sendUpload(...upload).catch((error: unknown) => {
      throw toSendFailure(error)
    })
  /** Messages whose upload failed, by idClient. */
  const failedUploads = new Map<string, ChatroomFileOptions>()

  function sendFile(options: ChatroomFileOptions): ChatroomMessage {
    const { file: uploadedFile = {}, type = kindOf(options.file), resend = false } = options
    const draft = createRoomDraft(options, { type: chatMessageTypes[type] ?? type, file: uploadedFile })
    if (options.file) return deliver(draft, options)
    const delivery = readDeliveryOptions(options)
    const time = Date.now()
    const pageMsg = presentDraft(draft, 'sending', resend, time)
    void passResult(
      uploadForPage(uploader, options, pageMsg),
      (file) => {
        failedUploads.delete(draft.idClient)
        deliver({ ...draft, content: { ...draft.content, file } as RoomDraft['content'] }, delivery)
      },
      (error) => {
        failedUploads.set(draft.idClient, options)
        delivery.done?.(error, presentDraft(draft, 'fail', resend, time))
      },
    )
    return pageMsg
  }

  return {
    sendFile,
    /** Uploads without sending. Pass the result to `sendFile({ file })`. */
    previewFile(options: ChatroomUploadOptions & WithDone<UploadedFile>): void {
      callDone(options.done, () => uploadForPage(uploader, options))
    },
    resendMsg(options: ChatroomResendOptions): ChatroomMessage {
      const { msg, done } = options
      const fileOptions = failedUploads.get(msg.idClient)
      if (!fileOptions || msg.status !== 'fail') return methods.resendMsg(options)
      return sendFile({ ...fileOptions, idClient: msg.idClient, resend: true, done })
    },
  }
}

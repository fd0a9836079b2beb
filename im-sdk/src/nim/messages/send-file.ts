// File messages: upload with progress, then send. A resend of a failed message repeats the upload if that failed.
import { imFail, handlingOfCode, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import { chatMessageTypes, type MessageDraft } from '@xinqiao/contract/im/messages/messages.ts'
import type { UploadProgress } from '../../upload/parts.ts'
import type { UploadSource } from '../../upload/source.ts'
import { createUploader, kindOf, type Uploader } from '../../upload/uploader.ts'
import type { UploadedFile, UploadOptions } from '../../upload/upload-options.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import { checkValue } from '../core/required-fields.ts'
import type { WithDone, SendOptions } from '../core/options.ts'
import type { NimMessage, NimStatus } from '../present/messages.ts'
import { deliverDraft, createDraft, presentDraft } from './sender.ts'
import { createIdClient } from '../../base/create-id-client.ts'
import { omitUndefined } from '../../base/omit-undefined.ts'

export type UploadCallbacks = {
  beginupload?: (upload: { abort: () => void }, msg?: NimMessage) => void
  uploadprogress?: (progress: UploadProgress, msg?: NimMessage) => void
  uploaderror?: (error: Error, msg?: NimMessage) => void
  uploaddone?: (error: Error | null, file: UploadedFile | null, msg?: NimMessage) => void
}
export type FileOptions = UploadSource &
  UploadCallbacks & {
    type?: FileKind
    maxSize?: number
    nosSurvivalTime?: number
    dur?: number
    w?: number
    h?: number
  }
/** `file`: the result of an earlier upload. */
export type SendFileOptions = SendOptions &
  Partial<UploadSource> &
  Omit<FileOptions, keyof UploadSource> & { file?: UploadedFile }
export type PreviewFileOptions = FileOptions & WithDone<UploadedFile>

export function createSendFileApi(core: NimCore) {
  /** Remembers which address works, as long as the server is the same. */
  let uploader: Uploader
  let server: string | undefined
  /** Messages whose upload failed, by idClient. */
  const failedUploads = new Map<string, SendFileOptions>()

  async function upload(options: Omit<FileOptions, 'done'>, msg?: NimMessage): Promise<UploadedFile> {
    const { beginupload, uploadprogress, uploaderror, uploaddone, ...rest } = options
    const stop = new AbortController()
    if (server !== core.serverUrl) {
      server = core.serverUrl
      uploader = createUploader({ request: core.client.request, urls: core.uploadUrls })
    }
    beginupload?.({ abort: () => stop.abort() }, msg)
    try {
      const uploadedFile = await uploader({
        ...(omitUndefined(rest) as UploadOptions),
        signal: stop.signal,
        onProgress: (progress) => uploadprogress?.(progress, msg),
      })
      const file = core.fileAddresses.signFile(uploadedFile)
      uploaddone?.(null, file, msg)
      return file
    } catch (error) {
      const failure = error instanceof Error ? error : imFail('internal', 'unknown error') // the text of messaging.md 8
      // uploaderror is not called when the page cancelled the upload
      if (!(failure instanceof ImFailure && handlingOfCode(failure.code) === 'trivial')) uploaderror?.(failure, msg)
      uploaddone?.(failure, null, msg)
      throw failure
    }
  }

  function sendFile(options: SendFileOptions): NimMessage {
    const { idClient = createIdClient(), type = kindOf(options.file) } = options
    const sendOptions = { ...options, idClient, type }
    const sendUploaded = (file: UploadedFile) =>
      deliverDraft(core, createFileDraft(file), sendOptions, options.resend === true)
    const createFileDraft = (file: object) =>
      createDraft(sendOptions, { type: chatMessageTypes[type] ?? type, file } as MessageDraft['content'])
    if (options.file) return sendUploaded(options.file)
    const time = core.client.now()
    const presentFileMessage = (status: NimStatus) => presentDraft(core, createFileDraft({}), time, status)
    const pageMsg = presentFileMessage('sending')
    void passResult(
      upload(sendOptions, pageMsg),
      (file) => {
        failedUploads.delete(idClient)
        sendUploaded(file)
      },
      (error) => {
        failedUploads.set(idClient, sendOptions)
        options.done?.(error, presentFileMessage('fail'))
      },
    )
    return pageMsg
  }

  return {
    sendFile,
    /**
     * messaging.md 4: only the account's failed messages; the same idClient prevents a duplicate. If only the reply was
     * lost, the server answers with the stored message.
     */
    resendMsg({ msg, done }: { msg: NimMessage; done?: SendOptions['done'] }): NimMessage {
      const failedUpload = failedUploads.get(msg.idClient)
      if (failedUpload && msg.status === 'fail') return sendFile({ ...failedUpload, resend: true, done })
      const draft = core.failed.get(msg.idClient)
      if (draft) return deliverDraft(core, draft, { ...draft, ...(done && { done }) }, true)
      checkValue('resendMsg', { field: 'msg.status', kinds: ['string'] }, msg.status)
      throw imFail('invalid', 'only failed messages can be resent', { field: 'msg' })
    },
    /** Uploads without sending. Pass the result to `sendFile({ file })`. */
    previewFile(options: PreviewFileOptions): void {
      callDone(options.done, () => upload(options))
    },
  }
}

// File messages: upload with progress, then send. A resend of a failed message repeats the upload if that failed.
import { imErrors, imFail } from '@xinqiao/contract/im/errors.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import { chatMessageTypes, messageTypeOf, type MessageDraft } from '@xinqiao/contract/im/messages/messages.ts'
import { sourceNames, type UploadSource } from '../../upload/source.ts'
import { createUploader, kindOf, type Uploader } from '../../upload/uploader.ts'
import type { FileUploadOptions, UploadedFile } from '../../upload/upload-options.ts'
import type { NimCore } from '../core/core.ts'
import { callDone, passResult } from '../core/done-callback.ts'
import { checkValue } from '../core/required-fields.ts'
import { pickDefined } from '../../base/omit-undefined.ts'
import type { NimError, WithDone, SendOptions } from '../core/options.ts'
import type { NimMessage, NimStatus } from '../present/messages.ts'
import { uploadForPage, type UploadCallbacks } from './page-upload.ts'
import { deliverDraft, createDraft, findStoredMessage, nextTime, presentDraft, readDeliveryOptions } from './sender.ts'

export type FileOptions = FileUploadOptions & UploadCallbacks
/** `file`: the result of an earlier upload. */
export type SendFileOptions = SendOptions &
  Partial<UploadSource> &
  Omit<FileOptions, keyof UploadSource> & { file?: UploadedFile }
export type PreviewFileOptions = FileOptions & WithDone<UploadedFile>

/** The page may pass the file of a failed upload again. After a reload it must. */
export type ResendOptions = { msg: NimMessage; done?: SendOptions['done'] } & Partial<FileOptions>

const hasSource = (options: Partial<UploadSource>): boolean => sourceNames.some((name) => options[name] !== undefined)

/** The known fields of a file before its upload. */
function describeSource({ fileObject, blob, fileInput }: Partial<UploadSource>): { name?: string; size?: number } {
  const { files } = Object(fileInput) as { files?: FileList | null }
  return pickDefined(Object(fileObject ?? blob ?? files?.[0]) as Partial<File>, ['name', 'size'])
}

const lacksFile = ({ content }: MessageDraft): boolean => 'file' in content && !content.file.url

const isUnusableFile = (error: NimError): boolean =>
  error.code === imErrors.invalid.code || error.code === imErrors.uploadTooLarge.code

export function createSendFileApi(core: NimCore) {
  /** Uploader that remembers which address works; a change of the server replaces it. */
  let sendUpload: Uploader
  let server: string | undefined
  /** Messages whose upload failed, by idClient. */
  const failedUploads = new Map<string, SendFileOptions>()

  const uploader: Uploader = async (...upload) => {
    if (server !== core.serverUrl) {
      server = core.serverUrl
      sendUpload = createUploader({ request: core.client.request, urls: core.uploadUrls })
    }
    return core.fileAddresses.signFile(await sendUpload(...upload))
  }

  /** Sends the draft once the file of the options is uploaded. Until then, the local database keeps it like a text. */
  function uploadAndDeliver(draft: MessageDraft, options: SendFileOptions): NimMessage {
    const { idClient } = draft
    const { unsent } = core.client.store
    const delivery = readDeliveryOptions(options)
    const time = nextTime(core.client.now())
    const presentFileMessage = (status: NimStatus) => presentDraft(core, draft, time, status)
    const pageMsg = presentFileMessage('sending')
    core.uploadingIds.add(idClient)
    unsent.set(idClient, { draft, time, status: 'sending' })
    void passResult(
      uploadForPage(uploader, options, pageMsg).finally(() => core.uploadingIds.delete(idClient)),
      (file) => {
        failedUploads.delete(idClient)
        core.failed.delete(idClient)
        unsent.delete(idClient)
        const content = { ...draft.content, file } as MessageDraft['content']
        deliverDraft(core, { ...draft, content }, delivery)
      },
      (error) => {
        failedUploads.set(idClient, options)
        core.failed.set(idClient, draft)
        // the local database keeps no message whose file the server will never accept
        if (isUnusableFile(error)) unsent.delete(idClient)
        else unsent.set(idClient, { draft, time, status: 'fail' })
        delivery.done?.(error, presentFileMessage('fail'))
      },
    )
    return pageMsg
  }

  function sendFile(options: SendFileOptions): NimMessage {
    const { file = describeSource(options), type = kindOf(options.file) } = options
    const content = { type: chatMessageTypes[type] ?? type, file } as MessageDraft['content']
    const draft = createDraft(options, content)
    return options.file ? deliverDraft(core, draft, options) : uploadAndDeliver(draft, options)
  }

  return {
    sendFile,
    /**
     * messaging.md 4: only the account's failed messages; the same idClient prevents a duplicate. If only the reply was
     * lost, the server answers with the stored message. The page may still show a delivered message as failed.
     */
    resendMsg({ msg, done, ...upload }: ResendOptions): NimMessage {
      const draft = core.failed.get(msg.idClient)
      if (draft && msg.status !== 'success') {
        if (!lacksFile(draft)) return deliverDraft(core, draft, { resend: true, done })
        const source = hasSource(upload) ? {} : failedUploads.get(msg.idClient)
        if (!source) throw imFail('invalid', '请用fileInput、fileObject或blob再次传入文件', { field: 'blob' })
        const type = messageTypeOf(draft.content.type) as FileKind
        return uploadAndDeliver(draft, { ...source, ...upload, ...draft, type, resend: true, done })
      }
      const storedMsg = findStoredMessage(core, msg)
      if (storedMsg) {
        setTimeout(() => done?.(null, { ...storedMsg }))
        return storedMsg
      }
      checkValue('resendMsg', { field: 'msg.status', kinds: ['string'] }, msg.status)
      throw imFail('invalid', 'only failed messages can be resent', { field: 'msg' })
    },
    /** Uploads without sending. Pass the result to `sendFile({ file })`. */
    previewFile(options: PreviewFileOptions): void {
      callDone(options.done, () => uploadForPage(uploader, options))
    },
  }
}

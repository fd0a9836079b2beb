// Files: sending with progress, uploading without sending, and addresses of processed pictures.
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { StoredFile, UploadToken } from '@xinqiao/contract/im/file.ts'
import type { FileKind } from '@xinqiao/contract/im/file-messages.ts'
import { withImageOps, type ImageOpInput } from '@xinqiao/contract/im/images.ts'
import { withMp3 } from '@xinqiao/contract/im/sounds.ts'
import { messageTypes } from '@xinqiao/contract/im/messages.ts'
import type { Progress } from '../upload/parts.ts'
import type { Source } from '../upload/source.ts'
import { makeUpload, type Upload, type Uploaded, type UploadOptions } from '../upload/uploader.ts'
import { settle, tell, viewOf, type Draft } from './core.ts'
import { NimMessages } from './messages.ts'
import type { Done, SendOptions } from './options.ts'
import { presentMessage, type NimMessage } from './present.ts'

type UploadCallbacks = {
  beginupload?: (upload: { abort: () => void }, msg?: NimMessage) => void
  uploadprogress?: (progress: Progress, msg?: NimMessage) => void
  uploaderror?: (error: Error, msg?: NimMessage) => void
  uploaddone?: (error: Error | null, file: Uploaded | null, msg?: NimMessage) => void
}
type FileOptions = Source &
  UploadCallbacks & { type: FileKind; maxSize?: number; nosSurvivalTime?: number; dur?: number; w?: number; h?: number }
/** `file`: the result of an earlier upload. */
export type SendFileOptions = SendOptions & Partial<Source> & Omit<FileOptions, keyof Source> & { file?: Uploaded }
export type PreviewFileOptions = FileOptions & { done?: Done<Uploaded> }

type Address = { url: string }
type Thumbnail = Extract<ImageOpInput, { type: 'thumbnail' }>['thumbnail']
type Blur = { radius: number; sigma: number }
type Box = { x: number; y: number; width: number; height: number }

export class NimFiles extends NimMessages {
  private uploader: Upload | null = null
  /** Messages whose upload failed; a resend repeats the upload. */
  private readonly failedUploads = new Map<string, SendFileOptions>()

  sendFile(options: SendFileOptions): NimMessage {
    const idClient = options.idClient ?? crypto.randomUUID().replaceAll('-', '')
    const given = { ...options, idClient }
    const draftOf = (file: object) =>
      this.draftOf(given, { type: messageTypes[options.type], file } as Draft['content'])
    if (options.file) return this.deliver(draftOf(options.file), given, options.resend === true)
    const { deviceId } = this.client
    const local = {
      ...draftOf({}),
      from: this.options.account,
      fromClientType: 16,
      fromDeviceId: deviceId,
      time: Date.now(),
    }
    const show = (status: 'sending' | 'fail') => presentMessage(local, viewOf(this), status)
    const shown = show('sending')
    void settle(
      this.upload(given, shown),
      (file) => {
        this.failedUploads.delete(idClient)
        this.deliver(draftOf(file), given, options.resend === true)
      },
      (error) => {
        this.failedUploads.set(idClient, given)
        options.done?.(error, show('fail'))
      },
    )
    return shown
  }

  override resendMsg(options: { msg: NimMessage; done?: SendOptions['done'] }): NimMessage {
    const upload = this.failedUploads.get(options.msg.idClient)
    if (!upload || options.msg.status !== 'fail') return super.resendMsg(options)
    const { done: _done, ...rest } = upload
    return this.sendFile({ ...rest, resend: true, ...(options.done && { done: options.done }) })
  }

  /** Uploads without sending. Pass the result to `sendFile({ file })`. */
  previewFile(options: PreviewFileOptions): void {
    tell(this.upload(options), options.done)
  }

  private async upload(options: Omit<FileOptions, 'done'>, msg?: NimMessage): Promise<Uploaded> {
    const { beginupload, uploadprogress, uploaderror, uploaddone, ...rest } = options
    const stop = new AbortController()
    this.uploader ??= makeUpload({
      request: this.client.request,
      urls: [this.options.defaultLink ?? globalThis.location.origin, ...(this.options.uploadLinks ?? [])],
    })
    beginupload?.({ abort: () => stop.abort() }, msg)
    const { type, maxSize, nosSurvivalTime, dur, w, h } = rest
    const { dataURL, blob, fileInput, filePath, wxFilePath, fileObject } = rest
    const all = { dataURL, blob, fileInput, filePath, wxFilePath, fileObject, maxSize, nosSurvivalTime, dur, w, h }
    const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    try {
      const file = await this.uploader({
        ...(known as Omit<UploadOptions, 'type'>),
        type,
        signal: stop.signal,
        onProgress: (progress) => uploadprogress?.(progress, msg),
      })
      uploaddone?.(null, file, msg)
      return file
    } catch (error) {
      const failure = error instanceof Error ? error : new Error('unknown error') // messaging.md 8
      // cancelled by the page
      if (!(failure instanceof ImFailure && handlingOf(failure.code) === 'trivial')) uploaderror?.(failure, msg)
      uploaddone?.(failure, null, msg)
      throw failure
    }
  }

  // ---- tokens and stored files

  getNosToken({ nosSurvivalTime, done }: { nosSurvivalTime?: number; done?: Done<UploadToken> } = {}): void {
    const input = nosSurvivalTime === undefined ? {} : { expireSec: nosSurvivalTime }
    tell(this.client.request('file.getNosToken', input), done)
  }
  getSimpleNosToken({ num = 1, done }: { num?: number; done?: Done<UploadToken[]> } = {}): void {
    tell(
      this.client.request('file.getSimpleNosToken', { num }).then(({ tokens }) => tokens),
      done,
    )
  }
  getFile({ docId, done }: { docId: string; done?: Done<StoredFile> }): void {
    tell(this.client.request('file.fetchFile', { docId }), done)
  }
  getFileList(
    options: { limit?: number; fromDocId?: string; done?: Done<{ list: StoredFile[]; totalCount: number }> } = {},
  ): void {
    const { done, ...input } = options
    tell(this.client.request('file.fetchFileList', input), done)
  }
  removeFile({ docId, done }: { docId: string; done?: Done<null> }): void {
    tell(this.client.request('file.removeFile', { docId }), done)
  }
  getNosOriginUrl({ safeShortUrl, done }: { safeShortUrl: string; done?: Done<string> }): void {
    tell(
      this.client.request('file.getNosOriginUrl', { safeUrl: safeShortUrl }).then(({ url }) => url),
      done,
    )
  }
  /** An address that opens without a login, for a day or until its token is revoked. */
  getNosAccessToken(options: {
    url: string
    userAgent?: string
    /** Accepted and ignored: the server stores no custom data with a token. */
    ext?: string
    done?: Done<{ token: string; resUrl: string }>
  }): void {
    const { url, userAgent, done } = options
    const input = { url, ...(userAgent !== undefined && { userAgent }) }
    tell(this.client.request('file.getNosAccessToken', input), done)
  }
  deleteNosAccessToken({ token, done }: { token: string; done?: Done<null> }): void {
    tell(this.client.request('file.deleteNosAccessToken', { token }), done)
  }
  /** Transcribes a recording; fails with 404 where the server has no speech recogniser. */
  audioToText({ url, done }: Address & { done?: Done<string> }): void {
    tell(
      this.client.request('file.audioToText', { url }).then(({ text }) => text),
      done,
    )
  }
  /** The address of the recording as MP3; requires a transcoder on the server. */
  audioToMp3({ url }: Address): string {
    return withMp3(url)
  }
  packFileDownloadName({ url, name }: Address & { name: string }): string {
    return `${url}${url.includes('?') ? '&' : '?'}download=${encodeURIComponent(name)}`
  }

  // ---- pictures: the server looks at the address first

  processImage({ url, ops, done }: Address & { ops: ImageOpInput[]; done?: Done<string> }): void {
    tell(
      this.client.request('file.processImage', { url, imageOps: ops }).then((reply) => reply.url),
      done,
    )
  }
  stripImageMeta(options: Address & { done?: Done<string> }): void {
    this.processImage({ ...options, ops: [{ type: 'stripmeta' }] })
  }
  qualityImage({ quality, ...rest }: Address & { quality: number; done?: Done<string> }): void {
    this.processImage({ ...rest, ops: [{ type: 'quality', quality }] })
  }
  interlaceImage(options: Address & { done?: Done<string> }): void {
    this.processImage({ ...options, ops: [{ type: 'interlace' }] })
  }
  rotateImage({ angle, ...rest }: Address & { angle: number; done?: Done<string> }): void {
    this.processImage({ ...rest, ops: [{ type: 'rotate', angle }] })
  }
  blurImage({ radius, sigma, ...rest }: Address & Blur & { done?: Done<string> }): void {
    this.processImage({ ...rest, ops: [{ type: 'blur', radius, sigma }] })
  }
  cropImage({ x, y, width, height, ...rest }: Address & Box & { done?: Done<string> }): void {
    this.processImage({ ...rest, ops: [{ type: 'crop', x, y, width, height }] })
  }
  thumbnailImage({ url, done, ...thumbnail }: Address & Thumbnail & { done?: Done<string> }): void {
    this.processImage({ url, ops: [{ type: 'thumbnail', thumbnail }], ...(done && { done }) })
  }

  // ---- pictures: the address alone

  /** The address without changes, or with image operations by name. */
  viewImageSync(
    options: Address & { quality?: number; angle?: number; thumbnail?: Thumbnail; blur?: Blur; crop?: Box },
  ): string {
    const { url, quality, angle, thumbnail, blur, crop } = options
    const ops: ImageOpInput[] = [
      ...(crop ? [{ type: 'crop', ...crop } as const] : []),
      ...(angle === undefined ? [] : [{ type: 'rotate', angle } as const]),
      ...(thumbnail && isViewable(thumbnail) ? [{ type: 'thumbnail', thumbnail } as const] : []),
      ...(blur ? [{ type: 'blur', ...blur } as const] : []),
      ...(quality === undefined ? [] : [{ type: 'quality', quality } as const]),
    ]
    return ops.length > 0 ? withImageOps(url, ops) : url
  }
  viewImageStripMeta({ url, strip = true }: Address & { strip?: boolean }): string {
    return withImageOps(url, [{ type: 'stripmeta', stripmeta: strip }])
  }
  viewImageQuality({ url, quality }: Address & { quality: number }): string {
    return withImageOps(url, [{ type: 'quality', quality }])
  }
  viewImageInterlace({ url, interlace = true }: Address & { interlace?: boolean }): string {
    return withImageOps(url, [{ type: 'interlace', interlace }])
  }
  viewImageRotate({ url, angle }: Address & { angle: number }): string {
    return withImageOps(url, [{ type: 'rotate', angle }])
  }
  viewImageBlur({ url, radius, sigma }: Address & Blur): string {
    return withImageOps(url, [{ type: 'blur', radius, sigma }])
  }
  viewImageCrop({ url, x, y, width, height }: Address & Box): string {
    return withImageOps(url, [{ type: 'crop', x, y, width, height }])
  }
  viewImageThumbnail({ url, ...thumbnail }: Address & Thumbnail): string {
    return isViewable(thumbnail) ? withImageOps(url, [{ type: 'thumbnail', thumbnail }]) : url
  }
}

/** messaging.md 5: thumbnails apply only below 4096 pixels; larger pictures keep their size. */
const isViewable = ({ width = 0, height = 0 }: Thumbnail): boolean => width < 4096 && height < 4096

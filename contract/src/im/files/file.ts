// Files: an upload token, the state of an upload, and the caller's own list. The bytes go over HTTP
// (docs/guides/chat-files.md).
import { z } from 'zod'
import { FileSigningKey } from '../accounts/auth.ts'
import { fileKinds, FileUrl } from './file-messages.ts'
import { ImageOps } from './images.ts'
import { command, service } from '../command.ts'

/** Maximum size of one part of an upload. */
export const maxPartBytes = 4 * 1024 * 1024
/** Before the upload of a file of this size, the client asks whether the server has it already. */
export const quickTransferBytes = 512 * 1024
/** messaging.md 9: a file with a limited lifetime is kept for at least one day. */
const minSurvivalSeconds = 86_400

/** Permission to upload one file (messaging.md 3). */
const UploadToken = z.object({
  bucket: z.string(),
  objectName: z.string(),
  token: z.string(),
  /** Future address of the file. Opens only for accounts that may see it. */
  shortUrl: z.string(),
})
export type UploadToken = z.output<typeof UploadToken>

export const StoredFile = z.object({
  docId: z.string(),
  url: z.string(),
  name: z.string(),
  ext: z.string(),
  size: z.number(),
  md5: z.string(),
  kind: z.literal(fileKinds),
  w: z.number().optional(),
  h: z.number().optional(),
})
export type StoredFile = z.output<typeof StoredFile>
/** Reply of the upload path: where to continue, and the file after the last part. */
export type UploadReply = { offset: number; context: string; file?: StoredFile }

const survivalSeconds = z
  .number('nosSurvivalTime必须是数字')
  .int('nosSurvivalTime必须是整数')
  .min(minSurvivalSeconds, `nosSurvivalTime不能小于${minSurvivalSeconds}`)
  .max(100 * 365 * 86_400, 'nosSurvivalTime过大')
/** Time limit for a recogniser, which without a GPU needs about a minute per minute of speech. */
export const speechTimeoutMs = 90_000
const DocId = z.string('docId必须是字符串').regex(/^\d{1,15}$/, 'docId不正确')
const uploadRateLimit = { times: 120, seconds: 60 }

export const file = service(
  6,
  {
    getSimpleNosToken: command(1, {
      who: 'chat',
      input: z.object({ num: z.number().int().min(1).max(20).default(1) }),
      output: z.object({ tokens: z.array(UploadToken) }),
      maxFrequency: uploadRateLimit,
    }),
    getNosToken: command(2, {
      who: 'account',
      input: z.object({
        /** A label set by the caller. */
        tag: z.string().max(32).default(''),
        expireSec: survivalSeconds.optional(),
      }),
      output: UploadToken,
      maxFrequency: uploadRateLimit,
    }),
    fileQuickTransfer: command(3, {
      who: 'account',
      input: z.object({ md5: z.string().regex(/^[\da-f]{32}$/, 'md5不正确'), size: z.number().int().min(1) }),
      /** Searches only files that the caller may open, because a digest must not give access to other files. */
      output: z.object({ file: StoredFile, url: z.string(), size: z.number(), threshold: z.number() }),
      errors: ['notFound'],
      maxFrequency: uploadRateLimit,
    }),
    processImage: command(4, {
      who: 'chat',
      input: z.object({ url: FileUrl, imageOps: ImageOps }),
      output: z.object({ url: z.string() }),
      errors: ['notFound', 'invalid'],
    }),
    /** A new key before the one of the login expires. */
    getFileKey: command(13, { who: 'chat', input: z.object({}), output: FileSigningKey }),
    /** Returns an address that opens the file without a login for an hour. */
    getNosOriginUrl: command(5, {
      who: 'chat',
      input: z.object({ safeUrl: FileUrl }),
      output: z.object({ url: z.string() }),
      errors: ['notFound', 'invalid'],
    }),
    /** Returns a token that opens the file without a login, for a day or until it is revoked. */
    getNosAccessToken: command(9, {
      who: 'chat',
      input: z.object({
        url: FileUrl,
        /** Restricts the token to this user agent. */
        userAgent: z.string().max(300).default(''),
      }),
      output: z.object({ token: z.string(), resUrl: z.string() }),
      errors: ['notFound', 'invalid'],
      maxFrequency: uploadRateLimit,
    }),
    deleteNosAccessToken: command(10, {
      who: 'chat',
      input: z.object({ token: z.string().regex(/^[\w-]{20,100}$/, 'token不正确') }),
      output: z.null(),
      errors: ['notFound'],
      maxFrequency: uploadRateLimit,
    }),
    /** Transcribes a recording, if the association runs its own recogniser. */
    audioToText: command(11, {
      who: 'chat',
      input: z.object({ url: FileUrl }),
      output: z.object({ text: z.string() }),
      errors: ['notFound', 'invalid'],
      timeoutMs: speechTimeoutMs,
      maxFrequency: { times: 10, seconds: 60 },
    }),
    removeFile: command(6, {
      who: 'chat',
      input: z.object({ docId: DocId }),
      output: z.null(),
      errors: ['notFound'],
    }),
    fetchFile: command(7, {
      who: 'chat',
      input: z.object({ docId: DocId }),
      output: StoredFile,
      errors: ['notFound'],
    }),
    fetchFileList: command(8, {
      who: 'chat',
      input: z.object({
        limit: z
          .number('limit必须是数字')
          .int('limit必须是整数')
          .min(1, 'limit不能小于1')
          .max(30, 'limit不能超过30')
          .default(10),
        fromDocId: DocId.optional(),
      }),
      output: z.object({ list: z.array(StoredFile), totalCount: z.number() }),
    }),
  },
  {},
)

// Content of file messages (messaging.md 3 and 5), and the types of files that each message type accepts.
import { z } from 'zod'

/** Path of uploads and downloads; the object name follows. */
export const filePath = '/files/im/'
const objectPattern = /^\/files\/im\/([\w-]{20,40})$/

/** The object name in an address of this site, or null for any other address. */
export function objectNameOf(url: string): string | null {
  return URL.canParse(url) ? (objectPattern.exec(new URL(url).pathname)?.[1] ?? null) : null
}

/** messaging.md 5: a safe short address is http and contains im_url=1. */
export const isShortFileUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:/.test(url) && new URL(url).searchParams.get('im_url') === '1'

/** The address without the parts that open it for one account or bearer, which the other side must not receive. */
export const stripAccessParams = (url: string): string =>
  url.replace(/([?&])(?:login|until|reader|sign|access)=[^&?]*/g, (_part, mark: string) => (mark === '?' ? '?' : ''))

/** Addresses of files of a chat server within a text such as JSON. */
const fileAddressInText = /https?:\/\/[\w.:[\]-]{1,255}\/files\/im\/[\w-]{20,40}\?im_url=1[^\s"'\\<>]{0,900}/g

/** The text with each address of a file replaced. */
export const replaceFileAddresses = (text: string, replace: (url: string) => string): string =>
  text.replace(fileAddressInText, replace)

/** Object names of the files whose addresses are in the text. */
export const findFileObjectNames = (text: string): string[] => [
  ...new Set(text.match(fileAddressInText)?.flatMap((url) => objectNameOf(url) ?? [])),
]

export const FileUrl = z
  .string('file.url必须是字符串')
  .max(1_000, 'file.url过长')
  .regex(/^https?:\/\//, 'file.url不正确')
  .transform(stripAccessParams)
const Md5 = z.string('md5必须是字符串').regex(/^[\da-f]{32}$/, 'md5必须是32位小写十六进制')
const nonNegativeNumber = (name: string, max: number) =>
  z.number(`${name}必须是数字`).min(0, `${name}不能小于0`).max(max, `${name}过大`)
/** A text that may hold only technical terms, because free text here would bypass the word list. */
const shortText = (name: string) =>
  z
    .string(`${name}必须是字符串`)
    .max(40, `${name}过长`)
    .regex(/^[ -~]*$/, `${name}不正确`)

const fileFields = {
  url: FileUrl,
  /** The sender's file name. */
  name: z.string('file.name必须是字符串').max(150, 'file.name过长').optional(),
  ext: z
    .string('file.ext必须是字符串')
    .max(20, 'file.ext过长')
    .regex(/^[ -~]*$/, 'file.ext不正确')
    .default('unknown')
    .transform((ext) => ext || 'unknown'),
  /** Size of the file in bytes. */
  size: nonNegativeNumber('file.size', Number.MAX_SAFE_INTEGER),
  md5: Md5.optional(),
  w: nonNegativeNumber('file.w', 100_000).optional(),
  h: nonNegativeNumber('file.h', 100_000).optional(),
  mp3Url: FileUrl.optional(),
  isS3: z.boolean().optional(),
}
/** Duration of a recording in milliseconds. */
const dur = nonNegativeNumber('file.dur', 7 * 86_400_000)
const codecs = {
  audioCodec: shortText('file.audioCodec').optional(),
  videoCodec: shortText('file.videoCodec').optional(),
  container: shortText('file.container').optional(),
}

export const ImageFile = z.object(
  { ...fileFields, orientation: shortText('file.orientation').optional(), type: shortText('file.type').optional() },
  'image消息必须带file',
)
export const AudioFile = z.object({ ...fileFields, ...codecs, dur }, 'audio消息必须带file')
export const VideoFile = z.object(
  { ...fileFields, ...codecs, dur, w: nonNegativeNumber('file.w', 100_000), h: nonNegativeNumber('file.h', 100_000) },
  'video消息必须带file',
)
export const AnyFile = z.object({ ...fileFields, dur: dur.optional() }, 'file消息必须带file')

/** The four message types with a file, as `sendFile` names them. */
export const fileKinds = ['image', 'audio', 'video', 'file'] as const
export type FileKind = (typeof fileKinds)[number]

/** Compares with the type that the server detected; a plain file may have any. */
export const isKindCompatible = (wanted: FileKind, found: FileKind): boolean => wanted === 'file' || wanted === found

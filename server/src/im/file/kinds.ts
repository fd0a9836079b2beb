// Detects the type of a file from its bytes. The declared type is used only where a wrong one does no harm.
import { fileTypeFromBuffer } from 'file-type'
import { fail } from '@xinqiao/contract/errors.ts'
import type { FileKind } from '@xinqiao/contract/im/files/file-messages.ts'

export type DetectedKind = { kind: FileKind; mime: string; ext: string }

/** Formats that browsers show and sharp decodes. */
const pictures = new Set(['jpg', 'png', 'webp', 'gif', 'avif'])
/** Endings of programs, which the chat refuses. */
const programs = new Set([
  'exe',
  'elf',
  'macho',
  'msi',
  'deb',
  'rpm',
  'apk',
  'dmg',
  'jar',
  'crx',
  'wasm',
  'class',
  'lnk',
])
const playableKinds = /^(audio|video)\//

const extensionOfName = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? 'unknown'

/**
 * @param head the first part of the file
 * @param declared the content type that the sender claims
 * @throws Failure wrongChatFile for a program, or for bytes that do not match the declared type
 */
export async function detectKind(head: Uint8Array, declared: string, name: string): Promise<DetectedKind> {
  const type = await fileTypeFromBuffer(head)
  const declaredKind = declared.split('/', 1)[0] ?? ''
  if (type && programs.has(type.ext)) throw fail('wrongChatFile', '不能发送可执行程序')
  if (declaredKind === 'image' && !(type && pictures.has(type.ext))) throw fail('notAPicture')
  if (type && pictures.has(type.ext)) return { kind: 'image', mime: type.mime, ext: type.ext }
  const isPlayable = type && playableKinds.test(type.mime)
  // this container holds audio or video, so the declared type decides
  const isContainer = type !== undefined && ['mp4', 'webm', 'ogx', 'ogg', 'mkv', '3gp', 'asf'].includes(type.ext)
  if (['audio', 'video'].includes(declaredKind)) {
    if (!isPlayable || !(type.mime.startsWith(declaredKind) || isContainer)) throw fail('wrongChatFile')
    return { kind: declaredKind as FileKind, mime: `${declaredKind}/${type.mime.split('/')[1]}`, ext: type.ext }
  }
  if (isPlayable) return { kind: type.mime.startsWith('audio') ? 'audio' : 'video', mime: type.mime, ext: type.ext }
  // served as a download only, so a wrong declared type does no harm
  return { kind: 'file', mime: type?.mime ?? 'application/octet-stream', ext: type?.ext ?? extensionOfName(name) }
}

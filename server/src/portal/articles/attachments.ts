// Attachments are known by their content, not by their name; the name is only what the download is called.
import { randomBytes } from 'node:crypto'
import { fileTypeFromBuffer } from 'file-type'
import { fail } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import type { Kit, UploadedFile } from '../../kit/ctx.ts'
import { insertAttachment, type AttachmentRow } from './store.ts'

const kinds: Record<string, { extensions: string[]; mime: string }> = {
  pdf: { extensions: ['pdf'], mime: 'application/pdf' },
  docx: { extensions: ['docx'], mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { extensions: ['xlsx'], mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { extensions: ['pptx'], mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  cfb: { extensions: ['doc', 'xls', 'ppt', 'wps', 'et'], mime: 'application/octet-stream' }, // the old Office container
  zip: { extensions: ['zip'], mime: 'application/zip' },
}

/** The last part of a path, without what a file system or a header could trip over; never empty. */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  // control, format (bidi overrides) and quoting characters
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  const dot = plain.lastIndexOf('.')
  const ending = dot > 0 ? plain.slice(dot).slice(0, 10) : ''
  const stem = dot > 0 ? plain.slice(0, dot) : plain
  return `${stem.slice(0, limits.fileNameLength - ending.length) || '附件'}${ending}`
}

/** Where its bytes are kept. */
export const attachmentFile = (key: string): string => `a/${key}`

/** @throws Failure wrongFileKind */
export async function storeAttachment(kit: Kit, file: UploadedFile, createdBy: number | null): Promise<AttachmentRow> {
  const found = await fileTypeFromBuffer(file.bytes)
  const kind = found && kinds[found.ext]
  if (!kind) throw fail('wrongFileKind')
  const name = cleanFileName(file.name)
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const fitting = kind.extensions.includes(ending) ? name : cleanFileName(`${name}.${kind.extensions[0]}`)
  const key = randomBytes(16).toString('base64url')
  await kit.files.put(attachmentFile(key), file.bytes, kind.mime)
  return insertAttachment(kit.sql, { key, name: fitting, mime: kind.mime, bytes: file.bytes.length, createdBy })
}

export const attachmentUrl = ({ key, name }: Pick<AttachmentRow, 'key' | 'name'>) =>
  `/files/a/${key}/${encodeURIComponent(name)}`

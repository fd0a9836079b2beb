// Attachments. The type is detected from the content; the name is used only for downloads.
import { randomBytes } from 'node:crypto'
import { fail } from '@xinqiao/contract/errors.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { UploadedFile } from '../../kit/files/uploads.ts'
import { cleanFileName } from '../../kit/files/file-names.ts'
import { readType } from '../../kit/files/private-files.ts'
import { insertAttachment, type AttachmentRow } from './store.ts'

const attachmentKinds: Record<string, { extensions: string[]; mime: string }> = {
  pdf: { extensions: ['pdf'], mime: 'application/pdf' },
  docx: { extensions: ['docx'], mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { extensions: ['xlsx'], mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  pptx: { extensions: ['pptx'], mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  cfb: { extensions: ['doc', 'xls', 'ppt', 'wps', 'et'], mime: 'application/octet-stream' }, // the container of old Office files
  zip: { extensions: ['zip'], mime: 'application/zip' },
}

/** Key of the bytes in the storage. */
export const attachmentFileKey = (key: string): string => `a/${key}`

/** @throws Failure wrongFileKind */
export async function storeAttachment(kit: Kit, file: UploadedFile, createdBy: number | null): Promise<AttachmentRow> {
  const type = await readType(file.body)
  const kind = type && attachmentKinds[type.ext]
  if (!kind) throw fail('wrongFileKind')
  const name = cleanFileName(file.name)
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const fitting = kind.extensions.includes(ending) ? name : cleanFileName(`${name}.${kind.extensions[0]}`)
  const key = randomBytes(16).toString('base64url')
  await kit.files.put(attachmentFileKey(key), file.body, kind.mime)
  return insertAttachment(kit.sql, { key, name: fitting, mime: kind.mime, bytes: file.size, createdBy })
}

export const attachmentUrlOf = ({ key, name }: Pick<AttachmentRow, 'key' | 'name'>) =>
  `/files/a/${key}/${encodeURIComponent(name)}`

// Wire format of a file.
import type { StoredFile } from '@xinqiao/contract/im/files/file.ts'
import { filePath, type FileKind } from '@xinqiao/contract/im/files/file-messages.ts'
import type { FileRow } from './store.ts'

export const fileUrlOf = (origin: string, object: string): string => `${origin}${filePath}${object}?im_url=1`

export const presentFile = (origin: string, row: FileRow): StoredFile => ({
  docId: `${row.id}`,
  url: fileUrlOf(origin, row.object),
  name: row.name,
  ext: row.ext,
  size: row.bytes,
  md5: row.md5,
  kind: row.kind as FileKind,
  ...(row.width !== null && row.height !== null && { w: row.width, h: row.height }),
})

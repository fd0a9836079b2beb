// Deletes unreferenced files: of deleted articles, replaced pictures, and drafts that were never saved.
import type { Kit } from '../../kit/ctx.ts'
import { attachmentFileKey } from './attachments.ts'
import { pictureFileKeys } from './pictures.ts'
import * as store from './store.ts'

const maxBatchSize = 200

/** Deletes the file before its row, so that the next run finds the row after a crash. */
export async function deleteAbandonedFiles(kit: Kit): Promise<number> {
  const attachments = await store.selectAbandonedAttachments(kit.sql, maxBatchSize)
  for (const { id, key } of attachments) {
    await kit.files.remove(attachmentFileKey(key))
    await store.deleteAttachment(kit.sql, id)
  }
  const pictures = await store.selectAbandonedPictures(kit.sql, maxBatchSize)
  for (const picture of pictures) {
    for (const file of pictureFileKeys(picture)) await kit.files.remove(file)
    await store.deletePicture(kit.sql, picture.key)
  }
  return attachments.length + pictures.length
}

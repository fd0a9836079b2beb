// Avatars that were uploaded to the chat. Everyone who meets the account sees them, so their pictures become public.
import { objectNameOf, stripAccessParams } from '@xinqiao/contract/im/files/file-messages.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { Db } from '../../kit/db/db.ts'

/**
 * Opens an uploaded picture without a login, if the account uploaded it. It is then kept until its owner removes it.
 * @throws ImFailure for a private picture of another account
 * @returns the address without the signature of the uploader; other addresses are returned unchanged
 */
export async function publishAvatar(db: Db, imId: number, url: string): Promise<string> {
  const object = objectNameOf(url)
  if (object === null) return url
  await db`
    update im_file set is_public = true, expires_at = null
    where object = ${object} and owner_id = ${imId} and kind = 'image' and is_complete and not is_public`
  const [privateFile] = await db`select 1 from im_file where object = ${object} and not is_public`
  if (privateFile) throw imFail('invalid', '头像要用自己上传的图片')
  return stripAccessParams(url)
}

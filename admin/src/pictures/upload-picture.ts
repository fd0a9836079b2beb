// Uploads one picture. One that is too large for the server is refused before the upload.
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'
import { errors, Failure } from '@xinqiao/contract/errors.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { upload } from '../kit/api/api.ts'

export const pictureKinds = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
const megabytes = limits.maxPictureBytes / 1024 / 1024

export async function uploadPicture(file: File, onProgress?: (fraction: number) => void): Promise<Picture> {
  if (!file.type.startsWith('image/')) throw new Failure('notAPicture', errors.notAPicture.message, null)
  if (file.size > limits.maxPictureBytes) {
    throw new Failure('tooLarge', `图片不能超过${megabytes}MB，请压缩后再上传`, null)
  }
  return upload<Picture>('/admin/picture', file, onProgress)
}

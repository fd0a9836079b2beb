// Signs the addresses of files in messages whose receivers the server does not list, such as those of a chatroom.
import { objectNameOf } from '@xinqiao/contract/im/file-messages.ts'
import type { KitInTransaction } from '../../kit/ctx.ts'
import { fileUrlOf } from './present.ts'
import { signOpening } from './tokens.ts'

type FileContent = { file: { url: string; mp3Url?: string | undefined } }

/** Returns the content with addresses that open for an hour without a login. Other content is returned unchanged. */
export function signFilesOf<Content extends object>(
  { secrets, config }: Pick<KitInTransaction, 'secrets' | 'config'>,
  content: Content | (Content & FileContent),
): Content {
  if (!('file' in content)) return content
  const signUrl = (url: string): string => {
    const object = objectNameOf(url)
    if (!object) return url
    const { until, sign } = signOpening(secrets, object)
    return `${fileUrlOf(config.publicUrl, object)}&until=${until}&sign=${sign}`
  }
  const { file } = content
  const mp3Url = file.mp3Url === undefined ? {} : { mp3Url: signUrl(file.mp3Url) }
  return { ...content, file: { ...file, url: signUrl(file.url), ...mp3Url } }
}

// Signs the addresses of files in messages whose receivers the server does not list, such as those of a chatroom.
import { objectNameOf, replaceFileAddresses } from '@xinqiao/contract/im/file-messages.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages.ts'
import type { KitInTransaction } from '../../kit/ctx.ts'
import { fileUrlOf } from './present.ts'
import { signOpening } from './tokens.ts'

type FileContent = { file: { url: string; mp3Url?: string | undefined } }

const isCustom = (content: object): content is { content: string } =>
  'type' in content && content.type === chatMessageTypes.custom

/** Returns the content with addresses that open for an hour without a login. Other content is returned unchanged. */
export function signFilesOf<Content extends object>(
  { secrets, config }: Pick<KitInTransaction, 'secrets' | 'config'>,
  content: Content | (Content & FileContent),
): Content {
  const signUrl = (url: string): string => {
    const object = objectNameOf(url)
    if (!object) return url
    const { until, sign } = signOpening(secrets, object)
    return `${fileUrlOf(config.publicUrl, object)}&until=${until}&sign=${sign}`
  }
  if (isCustom(content)) return { ...content, content: replaceFileAddresses(content.content, signUrl) }
  if (!('file' in content)) return content
  const { file } = content
  const mp3Url = file.mp3Url === undefined ? {} : { mp3Url: signUrl(file.mp3Url) }
  return { ...content, file: { ...file, url: signUrl(file.url), ...mp3Url } }
}

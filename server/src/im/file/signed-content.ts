// Signs the addresses of files in messages: for one reader, or for all receivers, such as those of a chatroom.
import { findFileObjectNames, objectNameOf, replaceFileAddresses } from '@xinqiao/contract/im/files/file-messages.ts'
import { chatMessageTypes } from '@xinqiao/contract/im/messages/messages.ts'
import type { KitInTransaction } from '../../kit/ctx.ts'
import type { Db } from '../../kit/db/db.ts'
import { fileUrlOf } from './present.ts'
import * as store from './store.ts'
import { createSignedFileQuery } from './tokens.ts'

type FileAddressContent = { file: { url: string; mp3Url?: string | undefined } }

const isCustom = (content: object): content is { content: string } =>
  'type' in content && content.type === chatMessageTypes.custom

/**
 * Returns the content with addresses that open for an hour without a login. Other content is returned unchanged.
 * @param reader chat account that opens them; null for the visitors of a room
 * @param mayOpen false for an object whose address stays as it is
 */
export function signFilesOf<Content extends object>(
  { secrets, config }: Pick<KitInTransaction, 'secrets' | 'config'>,
  content: Content | (Content & FileAddressContent),
  reader: number | null,
  mayOpen: (object: string) => boolean = () => true,
): Content {
  const signUrl = (url: string): string => {
    const object = objectNameOf(url)
    if (!object || !mayOpen(object)) return url
    return `${fileUrlOf(config.publicUrl, object)}${createSignedFileQuery(secrets, { object, reader })}`
  }
  if (isCustom(content)) return { ...content, content: replaceFileAddresses(content.content, signUrl) }
  if (!('file' in content)) return content
  const { file } = content
  const mp3Url = file.mp3Url === undefined ? {} : { mp3Url: signUrl(file.mp3Url) }
  return { ...content, file: { ...file, url: signUrl(file.url), ...mp3Url } }
}

const listObjects = (content: object): string[] => {
  if (isCustom(content)) return findFileObjectNames(content.content)
  const { url, mp3Url = '' } = (content as Partial<FileAddressContent>).file ?? { url: '' }
  return [url, mp3Url].flatMap((address) => objectNameOf(address) ?? [])
}

/** Signs the files that this account may open. Contents may name others, whose addresses stay as they are. */
export async function signAccessibleFiles<Content extends object>(
  kit: Pick<KitInTransaction, 'secrets' | 'config'> & { sql: Db },
  imId: number,
  contents: readonly Content[],
): Promise<Content[]> {
  const objects = [...new Set(contents.flatMap(listObjects))]
  const open = new Set(objects.length > 0 ? await store.selectAccessibleObjects(kit.sql, objects, imId) : [])
  return contents.map((content) => signFilesOf(kit, content, imId, (object) => open.has(object)))
}

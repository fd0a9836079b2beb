// Handlers of file commands, and the checks before a message with a file is written.
import { quickTransferBytes } from '@xinqiao/contract/im/files/file.ts'
import {
  fileKinds,
  findFileObjectNames,
  isKindCompatible,
  isShortFileUrl,
  objectNameOf,
  type FileKind,
} from '@xinqiao/contract/im/files/file-messages.ts'
import { withImageOps } from '@xinqiao/contract/im/files/images.ts'
import type { CommandName, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { chatMessageTypes, messageTypeOf, type MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { hashToken, createToken } from '../../kit/auth/secrets.ts'
import { presentFile, fileUrlOf } from './present.ts'
import { transcribeSpeech } from './speech.ts'
import * as store from './store.ts'
import { createFileKey, createObjectName, createUploadToken, createSignedFileQuery } from './tokens.ts'
import { destroyFile } from './upload.ts'

type SentMessageRef = { senderId: number; idClient: string }
/** Addresses of files in the content of a custom message. */
const maxFilesInText = 20
type FileMessageContent = Extract<MessageContent, { file: unknown }>

const isOurs = (kit: Kit, url: string) =>
  URL.canParse(url) && new URL(url).origin === new URL(kit.config.publicUrl).origin

/** @throws ImFailure 414 for an address that is not ours, 404 for a file that the account may not open */
async function requireFileByUrl(kit: Kit, imId: number, url: string): Promise<store.FileRow> {
  const object = isOurs(kit, url) && isShortFileUrl(url) ? objectNameOf(url) : null
  if (!object) throw imFail('invalid', 'file.url必须是本服务返回的文件地址')
  const row = await store.selectAccessibleFile(kit.sql, object, imId)
  if (!row) throw imFail('notFound', '文件不存在或已过期')
  return row
}

export function createFileHandlers(kit: Kit): ImHandlers<Extract<CommandName, `file.${string}`>> {
  const { sql, secrets, config } = kit
  const createUpload = ({ imId, login }: ImCtx['viewer'], survivalSeconds: number | null) => {
    const object = createObjectName()
    const token = createUploadToken(secrets, { object, imId, login, survivalSeconds })
    return { bucket: 'im', objectName: object, token, shortUrl: fileUrlOf(config.publicUrl, object) }
  }
  const requireOwnFile = async (imId: number, docId: string) => {
    const row = await store.selectOwnFile(sql, imId, Number(docId))
    if (!row) throw imFail('notFound', '文件不存在或已过期')
    return row
  }
  return {
    'file.getSimpleNosToken': ({ num }, { viewer }) =>
      Promise.resolve({ tokens: Array.from({ length: num }, () => createUpload(viewer, null)) }),
    'file.getNosToken': ({ expireSec }, { viewer }) => Promise.resolve(createUpload(viewer, expireSec ?? null)),
    async 'file.fileQuickTransfer'({ md5, size }, { viewer }) {
      const row = await store.selectFileOfSameContent(sql, viewer.imId, md5, size)
      if (!row) throw imFail('notFound', '文件尚未上传')
      const file = presentFile(config.publicUrl, row)
      return { file, url: file.url, size: file.size, threshold: quickTransferBytes }
    },
    async 'file.processImage'({ url, imageOps }, { viewer }) {
      const row = await requireFileByUrl(kit, viewer.imId, url)
      if (row.kind !== 'image') throw imFail('invalid', '该文件不是图片')
      return { url: withImageOps(url, imageOps) }
    },
    'file.getFileKey': (_input, { viewer }) => {
      const key = createFileKey(kit, viewer.login)
      viewer.fileKeyEnds.push(key.until)
      return Promise.resolve(key)
    },
    async 'file.getNosOriginUrl'({ safeUrl }, { viewer }) {
      const row = await requireFileByUrl(kit, viewer.imId, safeUrl)
      const opening = createSignedFileQuery(secrets, { object: row.object, reader: viewer.imId })
      return { url: `${fileUrlOf(config.publicUrl, row.object)}${opening}` }
    },
    async 'file.getNosAccessToken'({ url, userAgent }, { viewer }) {
      const row = await requireFileByUrl(kit, viewer.imId, url)
      const token = createToken()
      await store.insertFileAccess(sql, {
        token_hash: hashToken(token),
        file_id: row.id,
        im_account_id: viewer.imId,
        user_agent: userAgent,
      })
      return { token, resUrl: `${fileUrlOf(config.publicUrl, row.object)}&access=${token}` }
    },
    async 'file.deleteNosAccessToken'({ token }, { viewer }) {
      if (!(await store.deleteFileAccess(sql, viewer.imId, hashToken(token))))
        throw imFail('notFound', '令牌不存在或已过期')
      return null
    },
    async 'file.audioToText'({ url }, { viewer }) {
      const row = await requireFileByUrl(kit, viewer.imId, url)
      if (row.kind !== 'audio') throw imFail('invalid', '该文件不是录音')
      return { text: await transcribeSpeech(kit, row) }
    },
    async 'file.removeFile'({ docId }, { viewer }) {
      await destroyFile(kit, await requireOwnFile(viewer.imId, docId))
      return null
    },
    'file.fetchFile': async ({ docId }, { viewer }) =>
      presentFile(config.publicUrl, await requireOwnFile(viewer.imId, docId)),
    async 'file.fetchFileList'({ limit, fromDocId }, { viewer }) {
      const before = fromDocId === undefined ? Number.MAX_SAFE_INTEGER : Number(fromDocId)
      const rows = await store.selectOwnFiles(sql, viewer.imId, before, limit)
      return {
        list: rows.map((row) => presentFile(config.publicUrl, row)),
        totalCount: await store.countOwnFiles(sql, viewer.imId),
      }
    },
  }
}

/**
 * Runs before a message with a file is written. Checks that the sender may open the file and that its type matches, and
 * grants it to the receiver in p2p. Foreign URLs are refused, because they would reveal when a message is read.
 */
export function createFileGuard(kit: Kit) {
  /** A fragment or an encoded file name would hide the signature that the reader adds. */
  function requireFileOfMessage(imId: number, url: string): Promise<store.FileRow> {
    if (/[%#]/.test(url)) throw imFail('invalid', 'file.url必须是本服务返回的文件地址')
    return requireFileByUrl(kit, imId, url)
  }
  /** Other files may contain a place or a name, because only pictures are re-encoded. */
  async function expectPictureInPeerGroup(row: store.FileRow, teamId: string): Promise<void> {
    if (row.kind === 'image' || !TeamId.safeParse(teamId).success) return
    if (await store.isManagedTeam(kit.sql, Number(teamId)))
      throw imFail('notAllowedInTeam', '为了保护成员的隐私，这个小组里只能发送图片')
  }
  async function checkFile(content: FileMessageContent, { scene, to }: Target, message: SentMessageRef): Promise<void> {
    const { senderId: imId } = message
    const row = await requireFileOfMessage(imId, content.file.url)
    if (content.file.mp3Url) await requireFileOfMessage(imId, content.file.mp3Url)
    const wantedKind = fileKinds.find((kind) => kind === messageTypeOf(content.type))
    if (!wantedKind || !isKindCompatible(wantedKind, row.kind as FileKind))
      throw imFail('invalid', '文件内容与消息类型不符')
    if (scene === 'p2p') await store.insertFileShare(kit.sql, row.id, to, message)
    else await expectPictureInPeerGroup(row, to)
  }
  /** Custom content may show files of the sender. Addresses of other files stay text, but a room would sign them. */
  async function shareFilesInText(objects: string[], { scene, to }: Target, message: SentMessageRef): Promise<void> {
    if (objects.length > maxFilesInText) throw imFail('invalid', `content里最多${maxFilesInText}个文件地址`)
    const rows = await store.selectFilesOfOwner(kit.sql, objects, message.senderId)
    if (to === '' && rows.length < objects.length) throw imFail('notFound', '文件不存在或已过期')
    for (const row of rows) {
      if (scene === 'p2p') await store.insertFileShare(kit.sql, row.id, to, message)
      else await expectPictureInPeerGroup(row, to)
    }
  }
  /** @returns null for a message without a file */
  return (
    { scene, content, to, idClient }: ParsedInput<'msg.sendMsg'>,
    { viewer }: { viewer: Pick<ImCtx['viewer'], 'imId'> },
  ): Promise<void> | null => {
    const message = { senderId: viewer.imId, idClient }
    const objects = content.type === chatMessageTypes.custom ? findFileObjectNames(content.content) : []
    if (objects.length > 0) return shareFilesInText(objects, { scene, to }, message)
    if (!('file' in content)) return null
    return checkFile(content, { scene, to }, message)
  }
}

// Uploaded files. Pictures are public under a random key and never change; an attachment is served only while its
// article is public.
import type { FastifyInstance } from 'fastify'
import type { Kit } from '../../kit/ctx.ts'
import { selectAttachment } from '../../portal/articles/store.ts'
import { isStaff } from '../../portal/accounts/accounts.ts'
import { readCaller } from '../requests/caller.ts'
import { sendDownload } from './send-download.ts'

const pictureFile = /^\d{2,4}\.(avif|webp)$/

export function registerFiles(app: FastifyInstance, kit: Kit): void {
  app.get<{ Params: { key: string; file: string } }>('/files/p/:key/:file', async (request, reply) => {
    const { key, file } = request.params
    const kind = pictureFile.exec(file)?.[1]
    const storedFile = kind && /^[\w-]{10,64}$/.test(key) ? await kit.files.get(`p/${key}/${file}`) : null
    if (!storedFile) return reply.callNotFound()
    return reply
      .type(`image/${kind}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-length', storedFile.bytes)
      .send(storedFile.stream)
  })

  app.get<{ Params: { key: string; name: string } }>('/files/a/:key/:name', async (request, reply) => {
    const { key } = request.params
    const { viewer } = await readCaller(kit, request)
    const file = /^[\w-]{10,64}$/.test(key) ? await selectAttachment(kit.sql, key, isStaff(viewer)) : null
    const storedFile = file ? await kit.files.get(`a/${file.key}`) : null
    if (!file || !storedFile) return reply.callNotFound()
    return sendDownload(reply, file, storedFile, 'private, no-cache')
  })
}

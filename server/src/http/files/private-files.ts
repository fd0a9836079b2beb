// Private files, through links signed for the caller's account. Every invalid request is answered with 404.
import { hourMs } from '@xinqiao/contract/time.ts'
import type { FastifyInstance } from 'fastify'
import type { Kit } from '../../kit/ctx.ts'
import { findPrivateFile, mayOpenPrivateFile, readPrivateFile } from '../../kit/files/private-files.ts'
import { isSignedLink, privatePath } from '../../kit/auth/signed-links.ts'
import { decisionPath, findDecisionFile } from '../../portal/membership/membership.ts'
import { readCaller } from '../requests/caller.ts'
import { sendDownload } from './send-download.ts'
import { readPreview, readQuery, sendPreview } from './send-preview.ts'

type QueryValues = Record<string, string | string[] | undefined>
const readText = (value: string | string[] | undefined) => (typeof value === 'string' ? value : '')

/** Resolutions of the assembly are public, unlike all other private files. */
function registerDecisionFiles(app: FastifyInstance, kit: Kit): void {
  app.get<{ Params: { id: string } }>(`${decisionPath}:id/:name`, async (request, reply) => {
    const { id } = request.params
    const file = /^[1-9]\d{0,9}$/.test(id) ? await findDecisionFile(kit, Number(id)) : null
    const storedFile = file && (await readPrivateFile(kit, file))
    if (!file || !storedFile) return reply.callNotFound()
    return sendDownload(reply, file, storedFile, 'public, max-age=3600')
  })
}

export function registerPrivateFiles(app: FastifyInstance, kit: Kit): void {
  registerDecisionFiles(app, kit)
  // a large file takes long on a slow connection
  const slow = { handlerTimeout: hourMs }
  app.get<{ Params: { key: string }; Querystring: QueryValues }>(
    `${privatePath}:key/:name`,
    slow,
    async (request, reply) => {
      const { key } = request.params
      const { until, sign } = request.query
      const { viewer } = await readCaller(kit, request)
      const link = { key, until: readText(until), sign: readText(sign) }
      // checks the link first, because a wrong one then costs no query
      const isOurs = viewer !== null && /^[\w-]{20,40}$/.test(key) && isSignedLink(kit.secrets, link, viewer.id)
      const file = isOurs ? await findPrivateFile(kit.sql, key) : null
      // the account may have lost its role since the link was signed
      if (!file || !viewer || !mayOpenPrivateFile(file, viewer)) return reply.callNotFound()
      const query = readQuery(request.url)
      const preview = readPreview(query)
      if (preview) {
        const { name, bytes } = file
        const read = async () => (await readPrivateFile(kit, file))?.stream ?? null
        return sendPreview(kit, reply, preview, query, { key, name, bytes, read, by: `${viewer.id}`, back: 'site' })
      }
      const storedFile = await readPrivateFile(kit, file)
      if (!storedFile) return reply.callNotFound()
      return sendDownload(reply, file, storedFile, 'private, no-store')
    },
  )
}

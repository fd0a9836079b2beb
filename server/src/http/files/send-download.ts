// Sends a file as a download. A browser that opens it runs no script.
import type { FastifyReply } from 'fastify'
import type { Readable } from 'node:stream'

export const sendDownload = (
  reply: FastifyReply,
  { name, mime }: { name: string; mime: string },
  { bytes, stream }: { bytes: number; stream: Readable },
  cacheControl: string,
) =>
  reply
    .type(mime)
    .header('cache-control', cacheControl)
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(stream)

// Recordings of lectures, for viewers who may watch them. Players seek by ranges of bytes.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '@xinqiao/contract/errors.ts'
import { hourMs } from '@xinqiao/contract/time.ts'
import { findRecording } from '../../bridge/lectures/lectures.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { readCaller } from '../requests/caller.ts'

type ByteRange = { start: number; end: number }

/** A longer range is answered in part, and the player asks for the rest: few read a recording to its end. */
const maxRangeBytes = 8 * 1024 * 1024

/**
 * The one range that the header asks for, `null` for the whole file, or 'unsatisfiable'. Several ranges count as none.
 */
export function parseRange(header: string | undefined, bytes: number): ByteRange | null | 'unsatisfiable' {
  const parts = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!parts || (parts[1] === '' && parts[2] === '')) return null
  const [first, last] = [parts[1]!, parts[2]!]
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(bytes - 1, Number(last))
  return start >= bytes || start > end ? 'unsatisfiable' : { start, end: Math.min(end, start + maxRangeBytes - 1) }
}

const setRecordingHeaders = (reply: FastifyReply) =>
  reply
    .type('video/mp4')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', "default-src 'none'; sandbox")

export function registerRecordings(app: FastifyInstance, kit: Kit): void {
  // a player reads slowly, and pauses
  app.get<{ Params: { id: string } }>('/files/lecture/:id', { handlerTimeout: hourMs }, async (request, reply) => {
    const { id } = request.params
    if (!/^[1-9]\d{0,14}$/.test(id)) return reply.callNotFound()
    const { viewer } = await readCaller(kit, request)
    const recording = await findRecording({ kit, viewer } as Ctx, Number(id)).catch((error: unknown) => {
      // an outsider learns nothing of a recording that is not for them
      if (error instanceof Failure) return null
      throw error
    })
    if (!recording) return reply.callNotFound()
    const range = parseRange(request.headers.range, recording.bytes)
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${recording.bytes}`).send()
    // Fastify also answers HEAD with this handler. Sending the file would read all of it, and sending a text would
    // replace the size.
    if (request.method === 'HEAD')
      return setRecordingHeaders(reply).header('content-length', recording.bytes).send(Readable.from([]))
    const storedFile = await kit.files.get(recording.key, range ?? undefined)
    if (!storedFile) return reply.callNotFound()
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${recording.bytes}`)
    return setRecordingHeaders(reply).header('content-length', storedFile.bytes).send(storedFile.stream)
  })
}

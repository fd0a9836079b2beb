// Converts a recording to MP3 for players without other formats, with the installed ffmpeg in a separate process.
// The result is not stored.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fail } from '@xinqiao/contract/errors.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { createChildEnvironment } from '../../kit/config.ts'
import type { Kit } from '../../kit/ctx.ts'
import { createSemaphore } from '../../kit/async/semaphore.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import type { FileRow } from './store.ts'
import { readParts } from './upload.ts'

/** The demuxer is chosen by the detected extension, so that a file cannot choose it. */
const readers: Record<string, string> = {
  aac: 'aac',
  amr: 'amr',
  flac: 'flac',
  m4a: 'mov',
  mkv: 'matroska',
  mp3: 'mp3',
  mp4: 'mov',
  oga: 'ogg',
  ogg: 'ogg',
  ogx: 'ogg',
  opus: 'ogg',
  wav: 'wav',
  webm: 'matroska',
}
const maxBytes = 25 * 1024 * 1024
const maxSeconds = 600
const timeoutMs = 60_000
const maxPerHour = 120
const withinLimit = createSemaphore(2)

/** @throws Error when ffmpeg fails or times out */
async function runTranscoder(program: string, options: readonly string[]): Promise<Buffer> {
  const child = spawn(program, options, {
    stdio: ['ignore', 'pipe', 'ignore'],
    // ffmpeg reads untrusted bytes: it gets no secrets in its environment and is killed with SIGKILL
    env: createChildEnvironment(),
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [output, code] = await Promise.all([buffer(child.stdout), exit])
  if (code !== 0 || output.length === 0) throw new Error(`ffmpeg ended with ${code}`)
  return output
}

/**
 * @param by the account whose limit counts
 * @returns null without ffmpeg, or for an unsupported format
 * @throws Failure wrongChatFile for a recording that cannot be read, tooManyRequests
 */
export async function convertToMp3(kit: Kit, row: FileRow, by: string): Promise<Buffer | null> {
  const program = kit.config.FFMPEG
  const reader = readers[row.ext]
  if (!program || !reader || row.kind !== 'audio' || row.bytes > maxBytes) return null
  await limitHits(kit.sql, `mp3:${by}`, maxPerHour, hourSeconds)
  return withinLimit(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sound-'))
    const file = path.join(folder, 'in')
    try {
      // a file instead of a pipe, because ffmpeg reads some containers from their end
      await pipeline(Readable.from(readParts(kit, row.part_keys)), createWriteStream(file, { mode: 0o600 }))
      const input = ['-protocol_whitelist', 'file', '-f', reader, '-i', file]
      const output = ['-t', `${maxSeconds}`, '-vn', '-map_metadata', '-1', '-ac', '1', '-b:a', '64k', '-f', 'mp3']
      return await runTranscoder(program, ['-nostdin', '-v', 'error', '-threads', '1', ...input, ...output, 'pipe:1'])
    } catch (error) {
      throw Object.assign(fail('wrongChatFile', '这段录音无法转成 MP3'), { cause: error })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

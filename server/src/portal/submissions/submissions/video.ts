// Reads the duration of an MP4 video from its header, accurately enough to check length limits.
import { open } from 'node:fs/promises'
import { videoMinutes } from '@xinqiao/contract/submissions.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import type { FileBody } from '../../../kit/files/uploads.ts'

/** Reads at most `length` bytes. */
type ByteReader = (position: number, length: number) => Promise<Buffer>

/** Maximum number of boxes of a video file that are read; normal videos have a few dozen at these levels. */
const maxBoxes = 1_000

async function readBoxHeader(readAt: ByteReader, position: number, end: number): Promise<number | null> {
  const head = await readAt(position, Math.min(32, end - position))
  const isLong = head[0] === 1
  const offset = isLong ? 20 : 12
  if (head.length < offset + (isLong ? 12 : 8)) return null
  const scale = head.readUInt32BE(offset)
  const duration = isLong ? Number(head.readBigUInt64BE(offset + 4)) : head.readUInt32BE(offset + 4)
  return scale > 0 ? duration / scale : null
}

async function findDurationSeconds(readAt: ByteReader, size: number): Promise<number | null> {
  let position = 0
  let end = size
  for (let boxes = 0; boxes < maxBoxes && position + 8 <= end; boxes += 1) {
    const head = await readAt(position, 16)
    if (head.length < 8) return null
    const name = head.toString('latin1', 4, 8)
    let boxSize = head.readUInt32BE(0)
    let headSize = 8
    if (boxSize === 1) {
      if (head.length < 16) return null
      boxSize = Number(head.readBigUInt64BE(8))
      headSize = 16
    }
    if (boxSize === 0) boxSize = end - position
    if (boxSize < headSize || position + boxSize > end) return null
    if (name === 'mvhd') return readBoxHeader(readAt, position + headSize, position + boxSize)
    if (name === 'moov') {
      end = position + boxSize
      position += headSize
    } else position += boxSize
  }
  return null
}

/** Duration in seconds; null when the file does not contain it. */
export async function readVideoSeconds(body: FileBody): Promise<number | null> {
  if (body instanceof Uint8Array) {
    const bytes = Buffer.from(body)
    return findDurationSeconds(
      (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
      bytes.length,
    )
  }
  const file = await open(body.path)
  try {
    const readAt: ByteReader = async (position, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return await findDurationSeconds(readAt, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

/** A video may be this much shorter or longer than the call allows. */
const toleranceSeconds = 30

/** @throws Failure wrongFileKind */
export async function checkVideo(body: FileBody): Promise<void> {
  const seconds = await readVideoSeconds(body)
  if (seconds === null) throw fail('wrongFileKind', '无法读取视频时长，请用常见的 MP4（H.264）格式重新导出')
  const { min, max } = videoMinutes
  if (seconds < min * 60 - toleranceSeconds || seconds > max * 60 + toleranceSeconds) {
    throw fail('wrongFileKind', `视频时长须为${min}至${max}分钟，目前约${Math.max(1, Math.round(seconds / 60))}分钟`)
  }
}

// How long an MP4 video plays, as its own header says: enough to tell three minutes from half an hour.
import { videoMinutes } from '@xinqiao/contract/submissions.ts'
import { fail } from '@xinqiao/contract/errors.ts'

const boxesDown = new Set(['moov'])

/** Seconds, or null when the file does not say. */
export function readVideoSeconds(bytes: Buffer): number | null {
  const walk = (from: number, until: number): number | null => {
    let at = from
    while (at + 8 <= until) {
      let size = bytes.readUInt32BE(at)
      const name = bytes.toString('latin1', at + 4, at + 8)
      let head = 8
      if (size === 1) {
        if (at + 16 > until) return null
        size = Number(bytes.readBigUInt64BE(at + 8))
        head = 16
      }
      if (size === 0) size = until - at
      if (size < head || at + size > until) return null
      if (name === 'mvhd') return readHeader(at + head, at + size)
      if (boxesDown.has(name)) return walk(at + head, at + size)
      at += size
    }
    return null
  }
  const readHeader = (at: number, until: number): number | null => {
    const isLong = bytes[at] === 1
    const place = at + (isLong ? 20 : 12)
    if (place + (isLong ? 12 : 8) > until) return null
    const scale = bytes.readUInt32BE(place)
    const duration = isLong ? Number(bytes.readBigUInt64BE(place + 4)) : bytes.readUInt32BE(place + 4)
    return scale > 0 ? duration / scale : null
  }
  return walk(0, bytes.length)
}

/** Half a minute either way is nobody's fault. */
const toleranceSeconds = 30

/** @throws Failure wrongFileKind */
export function checkVideo(bytes: Buffer): void {
  const seconds = readVideoSeconds(bytes)
  if (seconds === null) throw fail('wrongFileKind', '无法读取视频时长，请用常见的 MP4（H.264）格式重新导出')
  const { least, most } = videoMinutes
  if (seconds < least * 60 - toleranceSeconds || seconds > most * 60 + toleranceSeconds) {
    throw fail('wrongFileKind', `视频时长须为${least}至${most}分钟，目前约${Math.max(1, Math.round(seconds / 60))}分钟`)
  }
}

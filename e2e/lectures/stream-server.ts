// A live stream for stories, made by ffmpeg: an HLS playlist to which segments are added, and the whole as a replay.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

const segmentSeconds = 2
const segments = 150
/** Segments that the playlist has when the stream begins. */
const firstSegments = 5

function createSegments(folder: string): void {
  const seconds = segments * segmentSeconds
  const source = ['-f', 'lavfi', '-i', `testsrc=size=320x180:rate=5:duration=${seconds}`]
  const picture = ['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p']
  const cuts = ['-g', `${segmentSeconds * 5}`, '-f', 'segment', '-segment_time', `${segmentSeconds}`]
  const output = ['-segment_format', 'mpegts', path.join(folder, '%d.ts')]
  const run = spawnSync('ffmpeg', ['-v', 'error', ...source, ...picture, ...cuts, ...output], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`ffmpeg: ${run.stderr}`)
}

const writePlaylist = (count: number, isWhole: boolean): string =>
  [
    ...['#EXTM3U', '#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${segmentSeconds}`, '#EXT-X-MEDIA-SEQUENCE:0'],
    ...(isWhole ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...Array.from({ length: count }, (_, index) => `#EXTINF:${segmentSeconds}.0,\n${index}.ts`),
    ...(isWhole ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n')

/** Serves `/live.m3u8`, which is empty until `begin`, `/replay.m3u8`, and `/page`, which is no stream. */
export async function startStream(port: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-stream-'))
  createSegments(folder)
  let beganAt: number | null = null
  let isPaused = false
  const readBody = (name: string): string | Buffer => {
    if (name === 'page') return '<!doctype html><title>直播间</title>'
    if (name === 'replay.m3u8') return writePlaylist(segments, true)
    if (name.endsWith('.ts')) return readFileSync(path.join(folder, path.basename(name)))
    if (beganAt === null) return ''
    const passed = Math.floor((Date.now() - beganAt) / 1000 / segmentSeconds)
    return writePlaylist(Math.min(segments, firstSegments + passed), false)
  }
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://local').pathname.slice(1)
    response.writeHead(isPaused ? 503 : 200, {
      'access-control-allow-origin': '*',
      'content-type': name.endsWith('.ts') ? 'video/mp2t' : 'application/vnd.apple.mpegurl',
    })
    response.end(isPaused ? '' : readBody(name))
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${port}`,
    begin: () => void (beganAt = Date.now()),
    /** Refuses all requests, or serves them again. */
    setPaused: (value: boolean) => void (isPaused = value),
    close() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

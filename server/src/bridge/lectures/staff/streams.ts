// Addresses of streams: only those of the operator's origins, which the page may play, and only playlists of HLS.
import { failField } from '@xinqiao/contract/errors.ts'
import type { Config } from '../../../kit/config.ts'

const timeoutMs = 4_000
const playlistBegin = '#EXTM3U'
const notCheckedMessage = '现在还取不到这个地址的内容，地址已保存，请在开播前再试一次'

type StreamField = 'streamUrl' | 'replayUrl'

function expectAllowed({ STREAM_ORIGINS, publicUrl }: Config, field: StreamField, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && (url.username !== '' || url.password !== ''))
    throw failField(field, '地址里不能有账号和密码，观看的人都会看到')
  if (url?.protocol === 'http:' && publicUrl.startsWith('https:'))
    throw failField(field, '地址须以https开头，浏览器不在安全的页面里播放http的内容')
  if (url && STREAM_ORIGINS.includes(url.origin)) return
  const places = STREAM_ORIGINS.length > 0 ? STREAM_ORIGINS.join('、') : '（还没有设置）'
  throw failField(field, `只能用这些来源的直播地址：${places}。其他来源请运维加入STREAM_ORIGINS`)
}

/** @returns the first bytes of the reply; null when the address gives none now */
async function readFirstBytes(address: string): Promise<{ text: string; mime: string } | null> {
  try {
    const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const reader = reply.body?.getReader()
    const chunk = reply.ok ? await reader?.read() : undefined
    await reader?.cancel()
    if (!reply.ok) return null
    const text = new TextDecoder().decode(chunk?.value?.subarray(0, 100)).trimStart()
    return text === '' ? null : { text, mime: reply.headers.get('content-type') ?? '' }
  } catch {
    return null
  }
}

/**
 * Checks the address of a stream or a replay.
 * @returns a warning when the address gives nothing yet, as before the beginning of a stream; otherwise an empty text
 * @throws Failure invalid, at the field, for an address elsewhere or one that is no stream
 */
export async function checkStream(config: Config, field: StreamField, address: string): Promise<string> {
  if (address === '') return ''
  expectAllowed(config, field, address)
  const begin = await readFirstBytes(address)
  if (!begin) return notCheckedMessage
  const isVideo = field === 'replayUrl' && begin.mime.startsWith('video/mp4')
  // the page recognises a recording by .mp4, and plays other addresses as playlists
  if (isVideo && !/\.mp4$/i.test(new URL(address).pathname)) throw failField(field, '录像的地址须以.mp4结尾')
  if (!isVideo && !begin.text.startsWith(playlistBegin))
    throw failField(field, '这个地址打开的不是直播流（HLS播放列表），请核对地址')
  return ''
}

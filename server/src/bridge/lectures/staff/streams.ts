// Addresses of streams: only those of the operator's origins, which the page may play, and only playlists of HLS.
import type { Config } from '../../../kit/config.ts'

const timeoutMs = 4_000
const playlistBegin = '#EXTM3U'
const notCheckedMessage = '现在还取不到这个地址的内容，地址已保存，请在开播前再试一次'

type StreamField = 'streamUrl' | 'replayUrl'

function findAddressFault({ STREAM_ORIGINS, publicUrl }: Config, address: string): string | null {
  if (!URL.canParse(address)) return '这不是完整的网址，请从直播平台复制以https://开头的播放地址'
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return '地址要以http或https开头，其他地址（例如rtmp推流地址）浏览器不能播放'
  if (url.username !== '' || url.password !== '') return '地址里不能有账号和密码，观看的人都会看到'
  if (url.protocol === 'http:' && publicUrl.startsWith('https:'))
    return '地址须以https开头，浏览器不在安全的页面里播放http的内容'
  if (STREAM_ORIGINS.includes(url.origin)) return null
  const places = STREAM_ORIGINS.length > 0 ? `：${STREAM_ORIGINS.join('、')}` : '，现在还没有设置'
  return `只能用这些来源的直播地址${places}。要用${url.origin}，请负责运维的同事把它加入设置STREAM_ORIGINS`
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

/** Empty texts without a fault or a warning. */
type StreamCheck = { fault: string; warning: string }

/**
 * Checks the address of a stream or a replay.
 * @returns a fault for an address elsewhere or one that is no stream; a warning when the address gives nothing yet, as
 *   before the beginning of a stream
 */
export async function checkStream(config: Config, field: StreamField, address: string): Promise<StreamCheck> {
  const none = { fault: '', warning: '' }
  if (address === '') return none
  const fault = findAddressFault(config, address)
  if (fault !== null) return { ...none, fault }
  const begin = await readFirstBytes(address)
  if (!begin) return { ...none, warning: notCheckedMessage }
  const isVideo = field === 'replayUrl' && begin.mime.startsWith('video/mp4')
  // the page recognises a recording by .mp4, and plays other addresses as playlists
  if (isVideo && !/\.mp4$/i.test(new URL(address).pathname)) return { ...none, fault: '录像的地址须以.mp4结尾' }
  if (!isVideo && !begin.text.startsWith(playlistBegin))
    return { ...none, fault: '这个地址打开的不是直播流（HLS播放列表），请核对地址' }
  return none
}

// Converts speech to text with the association's own recogniser: POST /v1/audio/transcriptions, the API of Whisper and
// FunASR servers. Results are not stored.
import { z } from 'zod'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { speechTimeoutMs } from '@xinqiao/contract/im/files/file.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { FileRow } from './store.ts'
import { readParts } from './upload.ts'

const maxBytes = 25 * 1024 * 1024
const maxCharacters = 20_000
const Reply = z.object({ text: z.string() })

/** @throws ImFailure 404 without a recogniser, 414 for a recording that is too long for it, 500 when it fails */
export async function transcribeSpeech(kit: Pick<Kit, 'config' | 'files'>, row: FileRow): Promise<string> {
  const { ASR_URL: url, ASR_KEY: key, ASR_MODEL: model } = kit.config
  if (!url) throw imFail('notFound', '本站没有开通语音转文字')
  if (row.bytes > maxBytes) throw imFail('invalid', '录音过长，无法转成文字')
  const chunks: Buffer[] = []
  for await (const chunk of readParts(kit, row.part_keys)) chunks.push(chunk)
  const form = new FormData()
  form.set('file', new Blob([Buffer.concat(chunks)], { type: row.mime }), `speech.${row.ext}`)
  form.set('model', model)
  form.set('language', 'zh')
  form.set('response_format', 'json')
  try {
    const reply = await fetch(new URL('/v1/audio/transcriptions', url), {
      method: 'POST',
      body: form,
      ...(key && { headers: { authorization: `Bearer ${key}` } }),
      redirect: 'error',
      // shorter than the timeout of the command
      signal: AbortSignal.timeout(speechTimeoutMs - 5_000),
    })
    if (!reply.ok) throw new Error(`the recogniser answered ${reply.status}`)
    return Reply.parse(await reply.json())
      .text.trim()
      .slice(0, maxCharacters)
  } catch (error) {
    throw Object.assign(imFail('internal', '语音暂时无法识别，请稍后再试'), { cause: error })
  }
}

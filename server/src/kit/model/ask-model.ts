// Asks the operator's language model by the chat-completions protocol: POST /v1/chat/completions, at once or in parts.
// The address is a setting, so it may be private. Redirects are not followed.
import { z } from 'zod'
import type { Config } from '../config.ts'
import { readEvents } from './read-events.ts'

export type ModelMessage = { role: 'system' | 'user' | 'assistant'; content: string }
export type ModelRequest = {
  messages: readonly ModelMessage[]
  maxTokens?: number | undefined
  temperature?: number | undefined
  topP?: number | undefined
  /** Time for the whole answer in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Maximum length of the answer in characters; the rest is cut off. */
  maxLength: number
  /** Receives the text so far; asks for the answer in parts. */
  onText?: ((text: string) => void) | undefined
}
export type ModelFault = 'off' | 'busy' | 'timeout' | 'stopped' | 'unreachable' | 'garbled'
export type ModelReply = { text: string } | { fault: ModelFault }

/** Longest silence between two parts of an answer. */
const maxSilenceMs = 20_000
const maxReplyBytes = 1_048_576
const maxTokensByDefault = 800

const Reply = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) })
const Part = z.object({
  choices: z.array(z.object({ delta: z.object({ content: z.string().nullish() }).nullish() })),
})

/** Removes the thoughts that some models write before the answer, also unfinished ones. */
const removeThoughts = (text: string): string => text.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/g, '').trimStart()

/** @throws SyntaxError or ZodError for anything but an answer */
async function readWhole(reply: Response): Promise<string> {
  let text = ''
  let bytes = 0
  const decoder = new TextDecoder()
  for await (const chunk of reply.body!) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) throw new SyntaxError('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return Reply.parse(JSON.parse(text + decoder.decode())).choices[0]!.message.content
}

/** @throws SyntaxError or ZodError for anything but parts of an answer */
async function readParts(
  reply: Response,
  { maxLength, onText }: Pick<ModelRequest, 'maxLength' | 'onText'>,
  onPart: () => void,
): Promise<string> {
  let whole = ''
  for await (const data of readEvents(reply.body!, maxReplyBytes)) {
    onPart()
    if (data === '[DONE]') return whole
    const part = Part.parse(JSON.parse(data)).choices[0]?.delta?.content ?? ''
    if (part === '') continue
    whole += part
    const text = removeThoughts(whole)
    if (text.length >= maxLength) return whole
    if (text !== '') onText?.(text)
  }
  // the connection ended before the answer did
  throw new SyntaxError('the answer has no end')
}

/** Asks the model. It never rejects. An aborted signal ends the request to the model, too. */
export async function askModel(
  { AI_URL: url, AI_KEY: key, AI_MODEL: model }: Pick<Config, 'AI_URL' | 'AI_KEY' | 'AI_MODEL'>,
  request: ModelRequest,
): Promise<ModelReply> {
  if (!url) return { fault: 'off' }
  const { messages, maxTokens = maxTokensByDefault, temperature, topP, timeoutMs, signal, maxLength, onText } = request
  const own = new AbortController()
  const deadline = AbortSignal.timeout(timeoutMs)
  const signals = [own.signal, deadline, ...(signal ? [signal] : [])]
  let silence: NodeJS.Timeout | undefined
  let isSilent = false
  const restartSilence = () => {
    clearTimeout(silence)
    silence = setTimeout(() => {
      isSilent = true
      own.abort()
    }, maxSilenceMs)
  }
  restartSilence()
  try {
    const reply = await fetch(new URL('/v1/chat/completions', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({
        model,
        messages,
        max_tokens: maxTokens,
        stream: onText !== undefined,
        ...(temperature !== undefined && { temperature }),
        ...(topP !== undefined && { top_p: topP }),
      }),
      redirect: 'error',
      signal: AbortSignal.any(signals),
    })
    if (!reply.ok || !reply.body) return { fault: 'unreachable' }
    const text = onText ? await readParts(reply, { maxLength, onText }, restartSilence) : await readWhole(reply)
    return { text: removeThoughts(text).trim().slice(0, maxLength) }
  } catch (error) {
    if (signal?.aborted) return { fault: 'stopped' }
    if (deadline.aborted || isSilent) return { fault: 'timeout' }
    return { fault: error instanceof SyntaxError || error instanceof z.ZodError ? 'garbled' : 'unreachable' }
  } finally {
    clearTimeout(silence)
    // ends a request whose answer is not needed any more
    own.abort()
  }
}

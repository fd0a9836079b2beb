// Converts the body of a message between the server API and the chat.
import { chatMessageTypes, type StoredContent, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { ServerApiFailure } from '@xinqiao/contract/server-api/server-api.ts'

type ContentDraft = {
  type: number
  body: string
  ext?: string | undefined
  option?: { push?: boolean | undefined; badge?: boolean | undefined } | undefined
  pushcontent?: string | undefined
  payload?: string | undefined
}
type RequestBody = Record<string, unknown>

function parseBody(text: string): RequestBody {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as RequestBody
  } catch {
    // the failure below is the reply
  }
  throw new ServerApiFailure('invalid', 'body必须是 JSON 对象')
}

/** Builds the content of the chat command from the parameters. The parser of the command checks it. */
export function buildContent({ type, body: text, ext, option, pushcontent, payload }: ContentDraft): RequestBody {
  const flags = {
    ...(option?.push === false && { isPushable: 0 }),
    ...(option?.badge === false && { isUnreadable: 0 }),
  }
  const more = Object.fromEntries(
    Object.entries({ custom: ext, pushContent: pushcontent, pushPayload: payload, ...flags }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  if (type === chatMessageTypes.custom) return { type, content: text, ...more }
  const body = parseBody(text)
  if (type === chatMessageTypes.text) return { type, text: body['msg'], ...more }
  if (type === chatMessageTypes.tip) return { type, tip: body['msg'], ...more }
  if (type === chatMessageTypes.geo) return { type, geo: body, ...more }
  if (type === chatMessageTypes.g2) return { type, attach: body, ...more }
  return { type, file: body, ...more }
}

/** The reply for a message that was sent. */
export const presentSent = ({ msg }: { msg: Pick<WireMessage, 'idServer' | 'time'> }) => ({
  data: { msgid: Number(msg.idServer), timetag: msg.time, antispam: false as const },
})

export function presentBody(content: StoredContent): unknown {
  // the backend that answers needs the target and the parameters of a pressed link
  if ('robot' in content) return { msg: content.text, ...content.robot }
  if ('text' in content) return { msg: content.text }
  if ('tip' in content) return { msg: content.tip }
  if ('geo' in content) return content.geo
  if ('file' in content) return content.file
  return 'content' in content ? content.content : content.attach
}

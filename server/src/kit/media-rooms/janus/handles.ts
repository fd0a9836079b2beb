// Sessions and handles of Janus, and requests to its plugin of rooms.
import { MediaFault, type MediaFaultReason } from '../media-rooms.ts'
import type { JanusConnection, JanusReply } from './connection.ts'

export type Handle = { sessionId: number; handleId: number }
export type Jsep = { type: 'offer' | 'answer'; sdp: string }
export type PluginReply = { data: Record<string, unknown>; sdp: string | null }

const plugin = 'janus.plugin.videoroom'
/** Error codes of Janus and of its plugin. */
export const janusErrors = { noSession: 458, noHandle: 459, noRoom: 426, roomExists: 427, full: 432 } as const
const reasons: Record<number, MediaFaultReason> = {
  [janusErrors.noSession]: 'gone',
  [janusErrors.noHandle]: 'gone',
  [janusErrors.noRoom]: 'gone',
  [janusErrors.full]: 'full',
}

/** Converts an error of Janus. It keeps the code only, because Janus's text may quote what it refuses. */
export const toFault = (code: number, work: string): MediaFault =>
  new MediaFault(reasons[code] ?? 'refused', `janus refused ${work} (${code})`)

function expectSuccess(reply: JanusReply, work: string): JanusReply {
  if (reply.janus === 'error') throw toFault(reply.error?.code ?? 0, work)
  return reply
}

export function createHandles({ request }: Pick<JanusConnection, 'request'>) {
  const createSession = async (): Promise<number> =>
    expectSuccess(await request({ janus: 'create' }), 'create').data!.id

  const attach = async (sessionId: number): Promise<Handle> => {
    const reply = expectSuccess(await request({ janus: 'attach', session_id: sessionId, plugin }), 'attach')
    return { sessionId, handleId: reply.data!.id }
  }

  /** Replies of this session come to this connection from now on, wherever they went before. */
  const claim = async (sessionId: number): Promise<void> => {
    expectSuccess(await request({ janus: 'claim', session_id: sessionId }), 'claim')
  }

  /** @returns the code of an error of the plugin, with its data */
  async function ask({ sessionId, handleId }: Handle, body: Record<string, unknown>, jsep?: Jsep) {
    const work = String(body.request)
    const message = { janus: 'message', session_id: sessionId, handle_id: handleId, body, ...(jsep && { jsep }) }
    const reply = expectSuccess(await request(message), work)
    const data = reply.plugindata?.data ?? {}
    return { code: Number(data.error_code ?? 0), data, sdp: reply.jsep?.sdp ?? null }
  }

  /** @throws MediaFault for an error of the plugin */
  async function send(handle: Handle, body: Record<string, unknown>, jsep?: Jsep): Promise<PluginReply> {
    const { code, data, sdp } = await ask(handle, body, jsep)
    if (code !== 0) throw toFault(code, String(body.request))
    return { data, sdp }
  }

  return {
    createSession,
    attach,
    claim,
    ask,
    send,
    /** @returns false for a session that does not exist any more */
    keep: async (sessionId: number): Promise<boolean> => {
      const { janus } = await request({ janus: 'keepalive', session_id: sessionId }, true)
      return janus === 'ack'
    },
    /** A session that is gone is no error. */
    destroy: async (sessionId: number): Promise<void> => {
      await request({ janus: 'destroy', session_id: sessionId })
    },
  }
}

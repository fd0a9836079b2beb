// The language model for all parts of the server, with limits for this node.
import type { Config } from '../config.ts'
import { askModel, type ModelReply, type ModelRequest } from './ask-model.ts'

/** Requests to the language model that run at the same time on this node. */
const maxRunning = 16
/** For this time after a time-out, the model receives no requests. */
const pauseMs = 60_000

/** Asks the model. It never rejects. The fault `busy` comes at once if too many requests run, or after a time-out. */
export type AskModel = (request: ModelRequest) => Promise<ModelReply>

export function createModelClient(config: Pick<Config, 'AI_URL' | 'AI_KEY' | 'AI_MODEL'>): AskModel {
  let running = 0
  let pauseEnds = -Infinity
  return async (request) => {
    if (running >= maxRunning || performance.now() < pauseEnds) return { fault: 'busy' }
    running += 1
    try {
      const reply = await askModel(config, request)
      if ('fault' in reply && reply.fault === 'timeout') pauseEnds = performance.now() + pauseMs
      return reply
    } finally {
      running -= 1
    }
  }
}

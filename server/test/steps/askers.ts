// People who ask the robot `nurse` of an app, and what the language model pushes to them.
import type { PushData } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { openDevice, untilReady, type Device } from '../../../im-sdk/test/people.ts'
import type { AnswerContent } from '../../src/im/robots/content/answer-content.ts'
import type { createBackend } from '../stand-ins/backend.ts'

type Pushes = {
  results: PushData<'ai.proxyAIModelCall'>[]
  chunks: PushData<'ai.proxyAIModelStreamCall'>[]
  parts: PushData<'ai.messageChunk'>[]
}
type Answer = WireMessage & { content: AnswerContent }

export function createAskers(backend: Awaited<ReturnType<typeof createBackend>>, url: string) {
  let people = 0
  return {
    async open() {
      const accid = `asker${(people += 1)}`
      const pushes: Pushes = { results: [], chunks: [], parts: [] }
      const { info } = await backend.request('user/create', { accid })
      const openAgain = async (address: string, listeners: Parameters<typeof openDevice>[3] = {}): Promise<Device> => {
        const device = openDevice(address, { accid, token: info.token }, { appKey: backend.appKey }, listeners)
        await untilReady(device)
        return device
      }
      const device = await openAgain(url, {
        model: (name, push) => {
          if (name === 'proxyAIModelCall') pushes.results.push(push as Pushes['results'][number])
          else pushes.chunks.push(push as Pushes['chunks'][number])
        },
        answerChunk: ({ msg }) => pushes.parts.push({ msg }),
      })
      return {
        accid,
        device,
        pushes,
        openAgain,
        /** The last answer of the robot. */
        answer: () =>
          device.store.conversations.get('p2p-nurse')?.msgs.findLast(({ from }) => from === 'nurse') as
            | Answer
            | undefined,
        call: (requestId: string, more: object = {}) =>
          device.request('ai.proxyModelCall', { accountId: 'nurse', requestId, content: { msg: '你好' }, ...more }),
      }
    },
  }
}

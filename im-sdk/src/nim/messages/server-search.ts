// Search on the server.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { chatMessageTypes, type MessageType, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { Scene } from '@xinqiao/contract/im/messages/scene.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'
import { presentMessage, type NimMessage } from '../present/messages.ts'

type SearchOptions = {
  keyword: string
  fromTime?: number
  toTime?: number
  sessionLimit?: number
  msgLimit?: number
  order?: 'ASC' | 'DESC'
  p2pList?: string[]
  teamList?: string[]
  senderList?: string[]
  msgTypeList?: string[]
  msgSubTypeList?: (string | number)[]
}
type HistorySearch = Omit<CommandInput<'search.searchHistoryMsgs'>, 'scene'> & { scene: string }
/** `isIncomplete`: the server stopped at a limit before it had read all messages. */
type SearchResults = NimMessage[] & { isIncomplete: boolean }

function toSearchInput({ msgTypeList = [], msgSubTypeList = [], ...rest }: SearchOptions) {
  return {
    ...rest,
    msgTypeList: msgTypeList.map((name) => chatMessageTypes[name as MessageType]),
    msgSubTypeList: msgSubTypeList.map(Number),
  }
}

export function createServerSearchApi(core: Pick<NimCore, 'client' | 'presenterContext'>) {
  const { client } = core

  const presentResults = (reply: Promise<{ msgs: WireMessage[]; isIncomplete?: boolean }>): Promise<SearchResults> =>
    reply.then(({ msgs, isIncomplete = false }) =>
      Object.assign(
        msgs.map((msg) => presentMessage(msg, core.presenterContext())),
        { isIncomplete },
      ),
    )

  return {
    msgFtsInServer({ done, ...options }: SearchOptions & WithDone<SearchResults>): void {
      callDone(done, () => presentResults(client.request('search.msgFtsInServer', toSearchInput(options))))
    },
    msgFtsInServerByTiming({
      done,
      sessionLimit: _sessionLimit,
      ...options
    }: SearchOptions & WithDone<SearchResults>): void {
      callDone(done, () => presentResults(client.request('search.msgFtsInServerByTiming', toSearchInput(options))))
    },
    searchHistoryMsgs({
      done,
      ...options
    }: HistorySearch & WithDone<{ msgs: NimMessage[]; isIncomplete: boolean }>): void {
      const reply = client.request('search.searchHistoryMsgs', { ...options, scene: options.scene as Scene })
      callDone(done, () => presentResults(reply).then((msgs) => ({ msgs, isIncomplete: msgs.isIncomplete })))
    },
    getMsgsByIdServer({
      reqMsgs,
      done,
    }: { reqMsgs: { scene: string; from: string; to: string; time: number; idServer: string }[] } & WithDone<{
      msgs: NimMessage[]
    }>): void {
      const input = { reqMsgs: reqMsgs.map((msg) => ({ ...msg, scene: msg.scene as Scene })) }
      callDone(done, () =>
        presentResults(client.request('msgExtend.getMsgsByIdServer', input)).then((msgs) => ({ msgs })),
      )
    },
  }
}

// Search on the server, the word lexicon, and device details.
import type { CommandInput, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { messageTypes, type MessageType, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { antispamTypes, filterText, type AntispamType, type LexiconWord } from '@xinqiao/contract/im/misc.ts'
import type { Scene } from '@xinqiao/contract/im/scene.ts'
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
type DownloadedLexicon = { md5: string; nosurl: string; thesaurus: string; version: number }
type FilterResult = { code: number; type: AntispamType; result: string; content: string; errmsg: string }

function toSearchInput({ msgTypeList = [], msgSubTypeList = [], ...rest }: SearchOptions) {
  return {
    ...rest,
    msgTypeList: msgTypeList.map((name) => messageTypes[name as MessageType]),
    msgSubTypeList: msgSubTypeList.map(Number),
  }
}

export function createSearchApi(core: NimCore) {
  const { client } = core
  /** The word list that `getClientAntispamLexicon` fetched last. */
  let lexicon: { version: number; words: LexiconWord[]; shown: DownloadedLexicon } | null = null

  async function presentResults(
    reply: Promise<{ msgs: WireMessage[]; isIncomplete?: boolean }>,
  ): Promise<SearchResults> {
    const { msgs, isIncomplete = false } = await reply
    return Object.assign(
      msgs.map((msg) => presentMessage(msg, core.presenterContext())),
      { isIncomplete },
    )
  }

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

    getClientAntispamLexicon({ done }: WithDone<{ clientAntispam: DownloadedLexicon }> = {}): void {
      callDone(done, async () => {
        const { version, md5, thesaurus } = await client.request('misc.getClientAntispam', {
          version: lexicon?.version ?? 0,
        })
        // an empty list means that the stored words are current
        if (thesaurus !== '' || !lexicon) {
          const words = JSON.parse(thesaurus || '[]') as LexiconWord[]
          lexicon = { version, words, shown: { md5, nosurl: '', thesaurus, version } }
        }
        return { clientAntispam: { ...lexicon.shown } }
      })
    },
    /** Synchronous; it uses the words that were fetched before. */
    filterClientAntispam({ content }: { content: string }): FilterResult {
      if (typeof content !== 'string' || content === '') {
        const errmsg = '待过滤的文本内容不能为空'
        return { code: 404, type: antispamTypes.clean, result: '', content: '', errmsg }
      }
      if (!lexicon) return { code: 404, type: antispamTypes.clean, result: content, content, errmsg: '没有反垃圾词库' }
      const filtered = filterText(lexicon.words, content)
      return { code: 200, type: filtered.type, result: filtered.content, content, errmsg: '' }
    },

    getServerTime({ done }: WithDone<number> = {}): void {
      callDone(done, () => client.request('misc.getServerTime', {}).then(({ time }) => time))
    },
    getConsent({ done }: WithDone<CommandOutput<'misc.getConsent'>> = {}): void {
      callDone(done, () => client.request('misc.getConsent', {}))
    },
    /** Expects version and hash of the text that the user has read. */
    acceptConsent({ version, hash, done }: CommandInput<'misc.acceptConsent'> & WithDone<null>): void {
      callDone(done, () => client.request('misc.acceptConsent', { version, hash }))
    },
    updatePushToken({ token, tokenName, done }: { token: string; tokenName: string } & WithDone<null>): void {
      callDone(done, () => client.request('user.updatePushToken', { token, tokenName }))
    },
    appBackground({ isBackground, badge = 0, done }: { isBackground: boolean; badge?: number } & WithDone<null>): void {
      callDone(done, () => client.request('user.appBackground', { isBackground, badge }))
    },
  }
}

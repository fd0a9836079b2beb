// Search on the server, the word lexicon, and device details.
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import { messageTypes, type MessageType, type WireMessage } from '@xinqiao/contract/im/messages.ts'
import { antispamTypes, filterText, type AntispamType, type LexiconWord } from '@xinqiao/contract/im/misc.ts'
import { present, tell } from './core.ts'
import { NimLocalMessages } from './local.ts'
import type { Done } from './options.ts'
import type { NimMessage } from './present.ts'

type SearchOptions = {
  keyword: string
  fromTime?: number
  toTime?: number
  sessionLimit?: number
  msgLimit?: number
  order?: 'ASC' | 'DESC'
  p2pList?: string[]
  senderList?: string[]
  msgTypeList?: string[]
  msgSubTypeList?: (string | number)[]
}
type HistorySearch = Omit<CommandInput<'search.searchHistoryMsgs'>, 'scene'> & { scene: string }
/** `isIncomplete`: the server stopped at a limit before it had read all messages. */
type FoundMessages = NimMessage[] & { isIncomplete: boolean }
type Lexicon = { md5: string; nosurl: string; thesaurus: string; version: number }
type Filtered = { code: number; type: AntispamType; result: string; content: string; errmsg: string }

function inputOf({ msgTypeList = [], msgSubTypeList = [], ...rest }: SearchOptions) {
  return {
    ...rest,
    msgTypeList: msgTypeList.map((name) => messageTypes[name as MessageType]),
    msgSubTypeList: msgSubTypeList.map(Number),
  }
}

export class NimSearch extends NimLocalMessages {
  /** Fetched with `getClientAntispamLexicon`. */
  lexicon: { version: number; words: LexiconWord[]; shown: Lexicon } | null = null

  msgFtsInServer({ done, ...options }: SearchOptions & { done?: Done<FoundMessages> }): void {
    tell(this.presentFound(this.client.request('search.msgFtsInServer', inputOf(options))), done)
  }
  msgFtsInServerByTiming({
    done,
    sessionLimit: _sessionLimit,
    ...options
  }: SearchOptions & { done?: Done<FoundMessages> }): void {
    tell(this.presentFound(this.client.request('search.msgFtsInServerByTiming', inputOf(options))), done)
  }
  searchHistoryMsgs({
    done,
    ...options
  }: HistorySearch & { done?: Done<{ msgs: NimMessage[]; isIncomplete: boolean }> }): void {
    const asked = this.client.request('search.searchHistoryMsgs', { ...options, scene: options.scene as 'p2p' })
    tell(
      this.presentFound(asked).then((msgs) => ({ msgs, isIncomplete: msgs.isIncomplete })),
      done,
    )
  }
  getMsgsByIdServer({
    reqMsgs,
    done,
  }: {
    reqMsgs: { scene: string; from: string; to: string; time: number; idServer: string }[]
    done?: Done<{ msgs: NimMessage[] }>
  }): void {
    const input = { reqMsgs: reqMsgs.map((one) => ({ ...one, scene: one.scene as 'p2p' })) }
    tell(
      this.presentFound(this.client.request('msgExtend.getMsgsByIdServer', input)).then((msgs) => ({ msgs })),
      done,
    )
  }

  getClientAntispamLexicon({ done }: { done?: Done<{ clientAntispam: Lexicon }> } = {}): void {
    const work = async () => {
      const { version, md5, thesaurus } = await this.client.request('misc.getClientAntispam', {
        version: this.lexicon?.version ?? 0,
      })
      // empty: the stored words are current
      if (thesaurus !== '' || !this.lexicon) {
        const words = JSON.parse(thesaurus || '[]') as LexiconWord[]
        this.lexicon = { version, words, shown: { md5, nosurl: '', thesaurus, version } }
      }
      return { clientAntispam: { ...this.lexicon.shown } }
    }
    tell(work(), done)
  }
  /** Synchronous, with the words fetched before. */
  filterClientAntispam({ content }: { content: string }): Filtered {
    if (typeof content !== 'string' || content === '') {
      const errmsg = '待过滤的文本内容不能为空'
      return { code: 404, type: antispamTypes.clean, result: '', content: '', errmsg }
    }
    if (!this.lexicon)
      return { code: 404, type: antispamTypes.clean, result: content, content, errmsg: '没有反垃圾词库' }
    const filtered = filterText(this.lexicon.words, content)
    return { code: 200, type: filtered.type, result: filtered.content, content, errmsg: '' }
  }

  getServerTime({ done }: { done?: Done<number> } = {}): void {
    tell(
      this.client.request('misc.getServerTime', {}).then(({ time }) => time),
      done,
    )
  }
  updatePushToken({ token, tokenName, done }: { token: string; tokenName: string; done?: Done<null> }): void {
    tell(this.client.request('user.updatePushToken', { token, tokenName }), done)
  }
  appBackground({ isBackground, badge = 0, done }: { isBackground: boolean; badge?: number; done?: Done<null> }): void {
    tell(this.client.request('user.appBackground', { isBackground, badge }), done)
  }

  private async presentFound(asked: Promise<{ msgs: WireMessage[]; isIncomplete?: boolean }>): Promise<FoundMessages> {
    const { msgs, isIncomplete = false } = await asked
    return Object.assign(
      msgs.map((msg) => present(this, msg)),
      { isIncomplete },
    )
  }
}

// The word list against unwanted texts, on this device.
import {
  antispamTypes,
  createTextFilter,
  type AntispamType,
  type FilterOutcome,
  type LexiconWord,
} from '@xinqiao/contract/im/misc.ts'
import type { NimCore } from '../core/core.ts'
import { callDone } from '../core/done-callback.ts'
import type { WithDone } from '../core/options.ts'

type DownloadedLexicon = { md5: string; nosurl: string; thesaurus: string; version: number }
type FilterResult = { code: number; type: AntispamType; result: string; content: string; errmsg: string }

export function createLexiconApi({ client }: Pick<NimCore, 'client'>) {
  /** The word list that `getClientAntispamLexicon` fetched last. */
  let lexicon: { version: number; filterText: (text: string) => FilterOutcome; shown: DownloadedLexicon } | null = null

  return {
    getClientAntispamLexicon({ done }: WithDone<{ clientAntispam: DownloadedLexicon }> = {}): void {
      callDone(done, async () => {
        const { version, md5, thesaurus } = await client.request('misc.getClientAntispam', {
          version: lexicon?.version ?? 0,
        })
        // an empty list means that the stored words are current
        if (thesaurus || !lexicon) {
          const words = JSON.parse(thesaurus || '[]') as LexiconWord[]
          lexicon = { version, filterText: createTextFilter(words), shown: { md5, nosurl: '', thesaurus, version } }
        }
        return { clientAntispam: { ...lexicon.shown } }
      })
    },
    /** Synchronous; it uses the words that were fetched before. */
    filterClientAntispam({ content }: { content?: string } = {}): FilterResult {
      if (typeof content !== 'string' || !content) {
        const errmsg = '待过滤的文本内容不能为空'
        return { code: 404, type: antispamTypes.clean, result: '', content: '', errmsg }
      }
      if (!lexicon) return { code: 404, type: antispamTypes.clean, result: content, content, errmsg: '没有反垃圾词库' }
      const { type, content: result } = lexicon.filterText(content)
      return { code: 200, type, result, content, errmsg: '' }
    },
  }
}

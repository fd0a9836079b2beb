// Word list of the chat: words are masked, refused, or left to the client. Each node reads the table periodically.
import { createHash } from 'node:crypto'
import { antispamTypes, createTextFilter, type FilterOutcome, type LexiconWord } from '@xinqiao/contract/im/misc.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { mapUserTexts } from '@xinqiao/contract/im/messages/user-texts.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import type { Sql } from '../../kit/db/db.ts'
import { selectLexicon } from './store.ts'

type Lexicon = {
  version: number
  words: LexiconWord[]
  filterText: (text: string) => FilterOutcome
  readAt: number
}

/** New words apply on every node after this time at the latest. */
export const lexiconCacheMs = 10_000

/** Refusal of a text, or of this field of an input. */
export const refuseWord = (field?: string) =>
  imFail('invalid', '含有不允许使用的词语，请修改后再试', field === undefined ? null : { field })

export function createLexicon(sql: Sql, now: () => number = () => performance.now()) {
  let lexicon: Lexicon | null = null
  let reading: Promise<Lexicon> | null = null

  async function readLexicon(): Promise<Lexicon> {
    const rows = await selectLexicon(sql)
    const words = rows.flatMap(({ word, action }) => (word === null || action === null ? [] : [{ word, action }]))
    lexicon = { version: rows[0]?.version ?? 0, words, filterText: createTextFilter(words), readAt: now() }
    return lexicon
  }
  function refresh(): Promise<Lexicon> {
    reading ??= readLexicon().finally(() => (reading = null))
    return reading
  }
  function filterUserText(text: string, field?: string): string {
    if (!lexicon || lexicon.words.length === 0) return text
    const { type, content } = lexicon.filterText(text)
    if (type === antispamTypes.clean || type === antispamTypes.judged || detectCrisis(text)) return text
    if (type === antispamTypes.refused) throw refuseWord(field)
    return content
  }
  const isOld = (): boolean => lexicon !== null && lexicon.readAt + lexiconCacheMs < now()

  return {
    /** Reads words that are missing or old. Known ones stay in use while the database cannot be read. */
    prepare(): Promise<unknown> | null {
      if (!lexicon) return refresh()
      return isOld() ? refresh().catch(() => null) : null
    },

    /**
     * A text that sounds like danger to life is neither refused nor masked, whatever else it contains.
     * @throws ImFailure 414 for a refused word
     * @returns the draft to store
     */
    filter<Draft extends Pick<ParsedInput<'msg.sendMsg'>, 'content'>>(draft: Draft): Draft {
      const content = mapUserTexts(draft.content, (text) => filterUserText(text))
      return { ...draft, content }
    },
    /**
     * @param field of the input, for the details of the refusal
     * @throws ImFailure 414 for a refused word
     * @returns the text to store
     */
    filterUserText,
    /** The text of a robot with masked words, or null for one that sounds like danger or has a refused word. */
    checkText(text: string): string | null {
      if (detectCrisis(text)) return null
      if (!lexicon || lexicon.words.length === 0) return text
      const { type, content } = lexicon.filterText(text)
      return type === antispamTypes.refused ? null : content
    },

    getClientAntispam: async ({
      version,
    }: ParsedInput<'misc.getClientAntispam'>): Promise<CommandOutput<'misc.getClientAntispam'>> => {
      const dictionary = lexicon && !isOld() ? lexicon : await refresh()
      if (dictionary.words.length === 0) throw imFail('notFound', '没有反垃圾词库')
      const thesaurus = JSON.stringify(dictionary.words)
      const md5 = createHash('md5').update(thesaurus).digest('hex')
      return { version: dictionary.version, md5, thesaurus: version === dictionary.version ? '' : thesaurus }
    },
  }
}

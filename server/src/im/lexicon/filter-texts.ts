// Applies the word list to the texts of a command, which others may read. Refuses names with hidden characters there.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { MessageContent } from '@xinqiao/contract/im/messages/messages.ts'
import { mapTextOrJson } from '@xinqiao/contract/im/messages/user-texts.ts'
import { isPlainName } from '@xinqiao/contract/visible-text.ts'
import { refuseWord, type createLexicon } from './lexicon.ts'

/**
 * How the word list reads the texts of a command. The entry of a word says whether it is masked or refused.
 * - `plain`: as plain text.
 * - `json`: as plain text, or as JSON whose strings are read.
 * - `message`: `content` as the content of a message, and other texts as `json`.
 * - `form`: as `json`; a refusal names the field.
 * - `teamForm`: as `form`; a masked word in a name is refused, because asterisks name no team and no member.
 */
export type WordReading = 'plain' | 'json' | 'message' | 'form' | 'teamForm'

type TextPath = readonly string[]
type ChangeText = (text: string, field: string) => string
type Lexicon = ReturnType<typeof createLexicon>

/** Input fields with a name that other users see. */
const nameFields: ReadonlySet<string> = new Set(['name', 'nick', 'nickInTeam', 'alias'])

/** @param paths as in the contract: `user.nick`, `tags[]`, `elementMap.*` */
const parsePaths = (paths: readonly string[]): TextPath[] => paths.map((path) => path.replaceAll('[]', '.*').split('.'))

/** Changes the texts at these paths, in the order of the input. Below an object, `*` also changes the keys. */
function mapTextsAt(value: unknown, paths: readonly TextPath[], change: ChangeText, field = ''): unknown {
  if (paths.some((path) => path.length === 0)) return typeof value === 'string' ? change(value, field) : value
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value
  const listPathsBelow = (step: string) => paths.filter(([first]) => first === step).map(([, ...rest]) => rest)
  const itemPaths = listPathsBelow('*')
  if (Array.isArray(value)) return value.map((item) => mapTextsAt(item, itemPaths, change, field))
  const entries = Object.entries(value).map(([key, item]: [string, unknown]) =>
    itemPaths.length > 0
      ? [change(key, field), mapTextsAt(item, itemPaths, change, field)]
      : [key, mapTextsAt(item, listPathsBelow(key), change, key)],
  )
  return Object.fromEntries(entries)
}

function createChange(reading: WordReading, lexicon: Lexicon): ChangeText {
  if (reading === 'plain') return (text) => lexicon.filterUserText(text)
  if (reading === 'json' || reading === 'message')
    return (text) => mapTextOrJson(text, (part) => lexicon.filterUserText(part))
  return (text, field) => {
    const filteredText = mapTextOrJson(text, (part) => lexicon.filterUserText(part, field))
    if (reading === 'teamForm' && nameFields.has(field) && filteredText !== text) throw refuseWord(field)
    return filteredText
  }
}

function expectPlainName(text: string, field: string): void {
  if (nameFields.has(field) && !isPlainName(text))
    throw imFail('invalid', '名称中有看不见或改变方向的字符，请删去后重试', { field })
}

/**
 * Returns a function that masks words in an input, once the lexicon is loaded. It throws ImFailure 414 for a refused
 * word, and for a name with hidden characters.
 * @param paths of the texts in the input
 */
export function createInputFilter(reading: WordReading, paths: readonly string[], lexicon: Lexicon) {
  const isMessage = reading === 'message'
  const textPaths = parsePaths(paths).filter(([first]) => !isMessage || first !== 'content')
  const change = createChange(reading, lexicon)
  return <Input>(input: Input, replaceText: (text: string) => string): Input => {
    const filteredInput = mapTextsAt(input, textPaths, (text, field) => {
      expectPlainName(text, field)
      return change(replaceText(text), field)
    }) as Input
    return isMessage ? lexicon.filter(filteredInput as Input & { content: MessageContent }) : filteredInput
  }
}

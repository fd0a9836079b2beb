// Applies the word list to commands of teams, chatrooms, calls, profiles and friends, whose texts others may read. In
// these commands, it also refuses names with hidden characters.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { mapTextOrJson } from '@xinqiao/contract/im/messages/user-texts.ts'
import { isPlainName } from '@xinqiao/contract/visible-text.ts'
import type { ImCtx } from '../../kit/chat/im-ctx.ts'
import { refuseWord, type createLexicon } from './lexicon.ts'

const roomFields = [
  ...['nick', 'name', 'announcement', 'custom', 'enterCustom', 'notifyCustom', 'ext'],
  ...['tag', 'tags', 'notifyTargetTags'],
]
const teamFields = ['intro', 'ps', 'nickInTeam']
const profileFields = ['sign', 'alias']
const queueFields = ['elementKey', 'elementValue', 'notifyExt']
const callFields = ['channelName', 'attachExt', 'joinAttachExt']
const textFields: ReadonlySet<string> = new Set([
  ...roomFields,
  ...teamFields,
  ...profileFields,
  ...queueFields,
  ...callFields,
])
/** Names that others see. */
const nameFields: ReadonlySet<string> = new Set(['name', 'nick', 'nickInTeam', 'alias', 'chatroomNick'])
const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Changes the keys and the values of the elements of a queue. */
const mapElements = (elements: object, change: (text: string) => string): object =>
  Object.fromEntries(Object.entries(elements).map(([key, value]: [string, string]) => [change(key), change(value)]))

/** Changes the texts of an input, of the lists and of the objects in it. */
const mapTexts = (input: object, change: (text: string, field: string) => string): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => {
      // texts that are stored already, which a command only compares
      if (name === 'expected') return [name, value]
      if (name === 'elementMap' && isFields(value)) return [name, mapElements(value, (text) => change(text, name))]
      if (isFields(value)) return [name, mapTexts(value, change)]
      if (nameFields.has(name) && typeof value === 'string' && !isPlainName(value))
        throw imFail('invalid', '名称中有看不见或改变方向的字符，请删去后重试', { field: name })
      if (!textFields.has(name)) return [name, value]
      if (Array.isArray(value)) return [name, value.map((text: string) => change(text, name))]
      return [name, typeof value === 'string' ? change(value, name) : value]
    }),
  )

type HandleCommand = (input: never, ctx: ImCtx) => Promise<unknown>

/**
 * @param mutedTexts what happens to texts of a muted account: `refused` fails the command, and `dropped` executes it
 * without them, as a muted account may still end a call
 */
export function withTextFilter<Handlers extends object>(
  handlers: Handlers,
  lexicon: ReturnType<typeof createLexicon>,
  mutedTexts: 'kept' | 'refused' | 'dropped' = 'kept',
): Handlers {
  const filtered = (Object.entries(handlers) as [string, HandleCommand][]).map(([name, handle]) => {
    const handleFiltered: HandleCommand = async (input, ctx) => {
      await lexicon.prepare()
      const change = (text: string, field: string) => {
        if (ctx.viewer.isMuted && mutedTexts === 'dropped') return ''
        if (ctx.viewer.isMuted && mutedTexts === 'refused' && text !== '') throw imFail('muted')
        const filteredText = mapTextOrJson(text, (part) => lexicon.filterUserText(part, field))
        // refuses the name, because masked words would leave asterisks as the name of a group or a member
        if (name.startsWith('team.') && nameFields.has(field) && filteredText !== text) throw refuseWord(field)
        return filteredText
      }
      return handle(mapTexts(input, change) as never, ctx)
    }
    return [name, handleFiltered]
  })
  return Object.fromEntries(filtered) as Handlers
}

/** Reads the word list before each of these commands, which apply it themselves. */
export function withLoadedLexicon<Handlers extends object>(
  handlers: Handlers,
  lexicon: ReturnType<typeof createLexicon>,
): Handlers {
  const entries = (Object.entries(handlers) as [string, HandleCommand][]).map(([name, handle]) => {
    const handlePrepared: HandleCommand = async (input, ctx) => {
      await lexicon.prepare()
      return handle(input, ctx)
    }
    return [name, handlePrepared]
  })
  return Object.fromEntries(entries) as Handlers
}

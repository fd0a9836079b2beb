// The server's clock, the word list, and reports of devices.
import { z } from 'zod'
import { command, service } from './command.ts'
import { normaliseText } from './messages/search.ts'

/** Results of the word list for a text (messaging.md 3). */
export const antispamTypes = { clean: 0, masked: 1, refused: 2, judged: 3 } as const
export type AntispamType = (typeof antispamTypes)[keyof typeof antispamTypes]

export const LexiconWord = z.object({ word: z.string(), action: z.literal([1, 2, 3]) })
export type LexiconWord = z.output<typeof LexiconWord>

const Consent = z.object({
  version: z.string(),
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  hash: z.string(),
  isAgreed: z.boolean(),
  /** True for accounts that must agree before they write to a counsellor. */
  isNeeded: z.boolean(),
})

/** Maximum number of errors, and of delays, in one report. */
export const maxReported = 100

export const misc = service(
  6,
  {
    getServerTime: command(23, { who: 'chat', input: z.object({}), output: z.object({ time: z.number() }) }),
    getClientAntispam: command(24, {
      who: 'chat',
      input: z.object({ version: z.number().int().min(0).default(0) }),
      output: z.object({
        version: z.number(),
        md5: z.string(),
        /** The words as JSON; empty when the caller's version is current. */
        thesaurus: z.string(),
      }),
      errors: ['notFound'],
    }),
    /** Errors of a device and delays of its messages. They are counted without the account. */
    report: command(25, {
      who: 'chat',
      input: z.object({
        errors: z
          .array(
            z.object({
              command: z.string().regex(/^[a-z]{2,20}\.[a-z]{2,40}$/i, 'command不正确'),
              code: z.string().regex(/^\w{1,60}$/, 'code不正确'),
            }),
          )
          .max(maxReported),
        /** Milliseconds from the server's timestamp of a message to its arrival. */
        delays: z.array(z.number().int().min(0).max(86_400_000)).max(maxReported),
      }),
      output: z.null(),
      maxFrequency: { times: 10, seconds: 60 },
    }),
    /** The text that users agree to before their first message to a counsellor. */
    getConsent: command(26, { who: 'chat', input: z.object({}), output: Consent }),
    /** Fails with 414 when the text has changed since the user read it. */
    acceptConsent: command(27, {
      who: 'chat',
      input: z.object({ version: z.string().max(20), hash: z.string().min(64).max(64) }),
      output: z.null(),
      errors: ['invalid'],
    }),
  },
  {},
)

export type FilterOutcome = { type: AntispamType; content: string }

/** Leaves out the characters between letters, so that they do not hide a word. Ideographs stay as they are. */
const toPlain = (text: string) =>
  text.replace(/[^一-鿿]/gu, (char) => (/[\p{P}\p{Z}\p{S}]/u.test(char) ? '' : normaliseText(char)))

/**
 * Applies the strictest matching action. Each masked letter becomes an asterisk. Shared by SDK and server. Normalises
 * the words once, because that takes longer than searching a text for them.
 */
export function createTextFilter(words: readonly LexiconWord[]): (text: string) => FilterOutcome {
  const plainWords = words.map(({ word, action }) => ({ word: toPlain(word), action })).filter(({ word }) => word)
  return (text) => {
    const plain = toPlain(text)
    const matches = plainWords.filter(({ word }) => plain.includes(word))
    const actions = matches.map(({ action }) => action)
    // refusing has priority over marking, marking over masking
    const type = actions.includes(antispamTypes.refused)
      ? antispamTypes.refused
      : (Math.max(antispamTypes.clean, ...actions) as AntispamType)
    if (type !== antispamTypes.masked) return { type, content: text }
    const chars = Array.from(text)
    // origins[i]: index of the character that letter i of the plain form comes from
    const origins = chars.flatMap((char, i) =>
      toPlain(char)
        .split('')
        .map(() => i),
    )
    for (const { word } of matches) {
      for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
        for (const i of origins.slice(at, at + word.length)) chars[i] = '*'
      }
    }
    return { type, content: chars.join('') }
  }
}

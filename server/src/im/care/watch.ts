// Reads every text of a message for signs of a crisis. The message is neither refused nor altered. Its alert is announced
// before the message is stored and raised before the sender is answered, also where another rule refuses the message.
import { LRUCache } from 'lru-cache'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import { handlingOf, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/user-texts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { transaction } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { minuteMs } from '../../kit/time.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import { announceAlert, dropAnnouncement } from './pending.ts'
import { findAccountOf, raiseAlert, raiseWrittenAlert } from './store.ts'

/** Counsellors write about these topics professionally. */
const isWatched = ({ viewer }: ImCtx) => viewer.roleId === roles.user

/** Messages that are read together with the next one: words may be split over several. */
const maxRecentTexts = 3
const recentLifeMs = 10 * minuteMs
const maxWriters = 5_000
const maxRecentLength = 200
type RecentText = { text: string; time: number }

/** The level of a message, and the time of the first message that said it. */
type Finding = { level: CrisisLevel; fromTime: number | null }
type Draft = Pick<ParsedInput<'msg.sendMsg'>, 'to' | 'content'> &
  ({ idClient: string } | Pick<ParsedInput<'msg.modifyMsg'>, 'idServer'>)

/** Identifies the announcement of a new message, or of a change. */
const announcementOf = (draft: Draft) =>
  'idServer' in draft
    ? { idClient: `edit ${draft.idServer}`, messageId: Number(draft.idServer) }
    : { idClient: draft.idClient, messageId: undefined }

/**
 * Remembers the last messages of each writer in a conversation on this node. An alarm forgets them, so that the next
 * ordinary message raises none.
 */
export function makeMessageWatch() {
  const recent = new LRUCache<string, readonly RecentText[]>({ max: maxWriters, ttl: recentLifeMs })

  function readDraft({ content }: Draft, before: readonly RecentText[]): Finding | null {
    const texts = userTextsOf(content)
    const level = mostSevereOf(
      texts,
      before.map(({ text }) => text),
    )
    if (!level) return null
    // of a sentence that was split over several messages, the duty staff see all
    return { level, fromTime: mostSevereOf(texts) === level ? null : (before[0]?.time ?? null) }
  }

  /**
   * Stores the message by `write`.
   * @returns its reply, with the level of the help card
   * @throws ImFailure of `write`; a refusal of a text in danger has the level as `care` in its data
   */
  return async <Reply extends { msg: WireMessage }>(
    draft: Draft,
    ctx: ImCtx,
    write: () => Promise<Reply>,
  ): Promise<Reply & { care?: CrisisLevel }> => {
    if (!isWatched(ctx)) return write()
    const { imId } = ctx.viewer
    const { to, content } = draft
    const { idClient, messageId } = announcementOf(draft)
    const key = `${imId} ${to}`
    const before = recent.get(key) ?? []
    const finding = readDraft(draft, before)
    if (finding) await announceAlert(ctx.sql, { imId, idClient, messageId, to, level: finding.level })
    const reply = await write().catch(async (error: unknown) => {
      if (!finding || !isRefusal(error)) throw error
      recent.delete(key)
      await raiseTextAlert(ctx, finding.level, [...before.map(({ text }) => text), ...userTextsOf(content)])
      await dropAnnouncement(ctx.sql, imId, idClient)
      throw new ImFailure(error.code, error.message, { ...(error.data as object | null), care: finding.level })
    })
    const { time } = reply.msg
    if (!finding) {
      const own = userTextsOf(content).map((text) => ({ text: text.slice(-maxRecentLength), time }))
      recent.set(key, [...before, ...own].slice(-maxRecentTexts))
      return reply
    }
    recent.delete(key)
    const { level, fromTime } = finding
    await raiseAlert(ctx.sql, { imId, to, level, time, fromTime: fromTime ?? time })
    await dropAnnouncement(ctx.sql, imId, idClient)
    return { ...reply, care: level }
  }
}

function mostSevereOf(texts: readonly string[], before: readonly string[] = []): CrisisLevel | null {
  const found = texts.map((text) => detectCrisis({ text, before }))
  return crisisLevels.find((name) => found.includes(name)) ?? null
}

/** False for faults of the server: the client sends the message again, or the announcement raises the alert. */
const isRefusal = (error: unknown): error is ImFailure =>
  error instanceof ImFailure && handlingOf(error.code) !== 'logged'

/** No conversation shows these texts to the duty staff, so the alert keeps them, sealed. */
const raiseTextAlert = (ctx: ImCtx, level: CrisisLevel, texts: readonly string[]): Promise<void> =>
  transaction(ctx.sql, async (tx) => {
    const accountId = await findAccountOf(tx, ctx.viewer.imId)
    const sealText = (id: number) => ctx.secrets.seal(texts.join('\n'), sealedPlaces.crisisText(id))
    if (accountId !== null) await raiseWrittenAlert(tx, { accountId, level, sealText })
  })

/** Reads texts beside the messages. */
export async function watchNotice(ctx: ImCtx, texts: readonly string[]): Promise<void> {
  const level = isWatched(ctx) ? mostSevereOf(texts) : null
  if (level !== null) await raiseTextAlert(ctx, level, texts)
}

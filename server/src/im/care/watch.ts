// Reads every text of a stored message for signs of a crisis before its sender is answered. The message is neither held
// nor altered. If the server dies before the alert is stored, the sender's own retry raises it.
import { LRUCache } from 'lru-cache'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/user-texts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { detectCrisis } from '../../kit/crisis/detect.ts'
import { transaction } from '../../kit/db/db.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { minuteMs } from '../../kit/time.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import { findAccountOf, raiseAlert, raiseWrittenAlert } from './store.ts'

/** Counsellors write about these topics professionally. */
const isWatched = ({ viewer }: ImCtx) => viewer.roleId === roles.user

/** Messages that are read together with the next one: words may be split over several. */
const maxRecentTexts = 3
const recentLifeMs = 10 * minuteMs
const maxWriters = 5_000
const maxRecentLength = 200
type RecentText = { text: string; time: number }

/**
 * Remembers the last messages of each writer in a conversation on this node. An alarm forgets them, so that the next
 * ordinary message raises none.
 */
export function makeMessageWatch() {
  const recent = new LRUCache<string, readonly RecentText[]>({ max: maxWriters, ttl: recentLifeMs })

  return async (
    { to, content }: Pick<ParsedInput<'msg.sendMsg'>, 'to' | 'content'>,
    { msg }: { msg: WireMessage },
    ctx: ImCtx,
  ): Promise<CrisisLevel | null> => {
    if (!isWatched(ctx)) return null
    const key = `${ctx.viewer.imId} ${to}`
    const before = recent.get(key) ?? []
    const texts = userTextsOf(content)
    const level = mostSevereOf(
      texts,
      before.map(({ text }) => text),
    )
    const own = texts.map((text) => ({ text: text.slice(-maxRecentLength), time: msg.time }))
    recent.set(key, level ? [] : [...before, ...own].slice(-maxRecentTexts))
    if (level) {
      // of a sentence that was split over several messages, the duty staff see all
      const fromTime = mostSevereOf(texts) === level ? msg.time : before[0]?.time
      await raiseAlert(ctx.sql, { imId: ctx.viewer.imId, to, level, time: msg.time, fromTime })
    }
    return level
  }
}

function mostSevereOf(texts: readonly string[], before: readonly string[] = []): CrisisLevel | null {
  const found = texts.map((text) => detectCrisis({ text, before }))
  return crisisLevels.find((name) => found.includes(name)) ?? null
}

/** Words beside the messages: no conversation shows them to the duty staff, so the alert keeps them, sealed. */
export async function watchNotice(ctx: ImCtx, texts: readonly string[]): Promise<void> {
  const level = isWatched(ctx) ? mostSevereOf(texts) : null
  if (level === null) return
  await transaction(ctx.sql, async (tx) => {
    const accountId = await findAccountOf(tx, ctx.viewer.imId)
    const sealText = (id: number) => ctx.secrets.seal(texts.join('\n'), sealedPlaces.crisisText(id))
    if (accountId !== null) await raiseWrittenAlert(tx, { accountId, level, sealText })
  })
}

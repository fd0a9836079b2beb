// Reads texts of a call that no conversation, question or appointment shows to the duty staff. One that sounds like
// danger raises an alert before the handler runs, and the alert keeps it.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { crisisLevels, moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { raiseAlertWithFormText } from '../../im/chat.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import type { Ctx, Kit } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'

/** The same text counts once for ten minutes, because forms are saved repeatedly. Later it counts as a new sign. */
const maxSeenTexts = 20_000
const seenLifeMs = 10 * minuteMs
const seenTexts = new WeakMap<Kit, LRUCache<string, true>>()

function seenTextsOf(kit: Kit) {
  const cache = seenTexts.get(kit) ?? new LRUCache<string, true>({ max: maxSeenTexts, ttl: seenLifeMs })
  seenTexts.set(kit, cache)
  return cache
}

type FormText = { accountId: number; level: CrisisLevel; text: string; lectureId: number | null }

async function raiseOnce(ctx: Ctx, { accountId, level, text, lectureId }: FormText): Promise<void> {
  const { sql, secrets } = ctx.kit
  const cache = seenTextsOf(ctx.kit)
  const key = `${accountId} ${level} ${createHash('sha256').update(text).digest('base64')}`
  if (cache.has(key)) return
  cache.set(key, true)
  const sealText = (id: number) => secrets.seal(text, sealBindings.crisisText(id))
  await transaction(sql, (tx) => raiseAlertWithFormText(tx, { accountId, level, lectureId, sealText })).catch(
    (error: unknown) => {
      cache.delete(key)
      throw error
    },
  )
}

/**
 * Sets `crisisLevel` of the context. A visitor without an account is only shown help.
 * @param title of the call, which tells the duty staff where the text was written
 * @param lectureId the lecture in which the text was written, as the caller named it
 */
export async function detectCrisisInTexts(
  ctx: Ctx,
  title: string,
  texts: readonly string[],
  lectureId: number | null = null,
): Promise<void> {
  const readings = texts.flatMap((text) => {
    const level = detectCrisis(text)
    return level ? [{ text, level }] : []
  })
  const level = crisisLevels.find((name) => readings.some((reading) => reading.level === name))
  if (!level) return
  ctx.crisisLevel = ctx.crisisLevel ? moreSevereOf(level, ctx.crisisLevel) : level
  if (!ctx.viewer) return
  const wholeText = readings.map(({ text }) => text).join('\n')
  const text = `［${title}］\n${wholeText}`
  await raiseOnce(ctx, { accountId: ctx.viewer.id, level, text, lectureId })
}

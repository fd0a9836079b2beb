// Letters from a help card to the duty staff. A letter opens the writer's crisis alert or joins it.
import { moreSevereOf, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { selectOpenLevel, raiseAlertOfStoredText } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { sealBindings } from '../../kit/auth/seal-bindings.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'

/** Letters of a writer in an hour. One that opens an alert or makes it more severe is accepted anyway. */
const maxLettersPerHour = 10

/** @param level the level of the help card; the letter itself may be more severe */
export async function writeLetter(ctx: Ctx, { text, level }: { text: string; level: CrisisLevel }): Promise<null> {
  const { sql, secrets } = ctx.kit
  const accountId = viewerOf(ctx).id
  const sealText = (id: number) => secrets.seal(text, sealBindings.crisisText(id))
  const ownLevel = moreSevereOf(level, detectCrisis(text) ?? level)
  const openLevel = await selectOpenLevel(sql, accountId)
  const isGraver = openLevel === null || (ownLevel !== openLevel && moreSevereOf(ownLevel, openLevel) === ownLevel)
  await limitHits(sql, `letter:${accountId}`, maxLettersPerHour, hourSeconds).catch((error: unknown) => {
    if (!isGraver) throw error
  })
  const letter = { accountId, level: ownLevel, isLetter: true, sealText }
  await transaction(sql, (tx) => raiseAlertOfStoredText(tx, letter))
  return null
}

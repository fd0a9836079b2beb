// Letters from a help card to the duty staff. A letter opens the writer's crisis alert or joins it.
import { moreSevereOf, type CrisisLevel } from '@xinqiao/contract/care.ts'
import { raiseWrittenAlert } from '../../im/chat.ts'
import { limitHits } from '../../kit/auth/throttle.ts'
import { hourSeconds } from '../../kit/time.ts'
import { sealedPlaces } from '../../kit/auth/sealed-places.ts'
import { detectCrisis } from '../../crisis/detect.ts'
import { viewerOf, type Ctx } from '../../kit/ctx.ts'
import { transaction } from '../../kit/db/db.ts'

const maxLettersPerHour = 10

/** @param level of the help card; the letter itself may be more severe */
export async function writeLetter(ctx: Ctx, { text, level }: { text: string; level: CrisisLevel }): Promise<null> {
  const { sql, secrets } = ctx.kit
  const accountId = viewerOf(ctx).id
  await limitHits(sql, `letter:${accountId}`, maxLettersPerHour, hourSeconds)
  const sealText = (id: number) => secrets.seal(text, sealedPlaces.crisisText(id))
  const written = { accountId, level: moreSevereOf(level, detectCrisis(text) ?? level), isLetter: true, sealText }
  await transaction(sql, (tx) => raiseWrittenAlert(tx, written))
  return null
}

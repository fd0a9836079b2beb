// Reads every text of a stored message for signs of a crisis before its sender is answered. The message is neither held
// nor altered. If the server dies before the alert is stored, the sender's own retry raises it.
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/care.ts'
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/user-texts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { detectCrisis } from '../../kit/crisis/detect.ts'
import type { ImCtx } from '../../kit/im-ctx.ts'
import { raiseAlert } from './store.ts'

/** Counsellors speak of these things because it is their work. */
const isWatched = ({ viewer }: ImCtx) => viewer.roleId === roles.user

export async function watchMessage(
  { to, content }: Pick<ParsedInput<'msg.sendMsg'>, 'to' | 'content'>,
  { msg }: { msg: WireMessage },
  ctx: ImCtx,
): Promise<CrisisLevel | null> {
  return watchTexts(ctx, { to, texts: userTextsOf(content), time: msg.time })
}

type Written = { to: string; texts: readonly string[]; time: number }

/** @returns the gravest level of the texts; the duty list has an alert for it when the two have a conversation */
export async function watchTexts(ctx: ImCtx, { to, texts, time }: Written): Promise<CrisisLevel | null> {
  if (!isWatched(ctx)) return null
  const found = texts.map((text) => detectCrisis(text))
  const level = crisisLevels.find((name) => found.includes(name)) ?? null
  if (level === 'plan' || level === 'thought') await raiseAlert(ctx.sql, { imId: ctx.viewer.imId, to, level, time })
  return level
}

// Period in which a sent message may still be recalled or edited.
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'

/** @throws ImFailure 508 after the window */
export function expectInWindow(
  { config, ignoresRecallWindow = false }: Pick<ImCtx, 'config' | 'ignoresRecallWindow'>,
  now: number,
  time: number,
  message?: string,
): void {
  if (!ignoresRecallWindow && now - time > config.RECALL_OR_EDIT_SECONDS * 1_000)
    throw imFail('tooLateToRecall', message)
}

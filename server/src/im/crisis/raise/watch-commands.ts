// Reads the texts of commands other than messages for signs of a crisis, before the command runs.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { listTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import type { CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { listTextsAt } from '@xinqiao/contract/texts.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { createTextWatch } from './watch.ts'

type WatchTexts = ReturnType<typeof createTextWatch>['watchTexts']

/**
 * Wraps a command that has `texts` in the contract: the crisis detector checks the texts first. Messages are checked
 * together with earlier ones.
 * @param isOfPage true for an input whose texts a page of the site wrote, not its user
 */
export function withCrisisDetection<Input, Output>(
  name: CommandName,
  handle: (input: Input, ctx: ImCtx) => Promise<Output>,
  watchTexts: WatchTexts,
  isOfPage: (input: Input) => boolean,
): (input: Input, ctx: ImCtx) => Promise<Output> {
  const { texts, readsTexts } = getCommand(name).command
  if (!texts || readsTexts) return handle
  return (input, ctx) =>
    watchTexts(
      isOfPage(input) ? [] : listTextsAt(input, texts).flatMap(listTextsOf),
      ctx,
      async (alert) => {
        await alert
        return handle(input, ctx)
      },
      describePlace(name, input as object, ctx),
    )
}

/** The chatroom or team whose texts these are. */
function describePlace(name: CommandName, input: object, { room }: ImCtx) {
  if (room) return { sessionId: `chatroom-${room.roomId}`, roomId: room.roomId }
  if ('teamId' in input) return { teamId: Number(input.teamId) }
  if (name !== 'team.createTeam') return {}
  return { teamOfReply: (reply: unknown) => Number((reply as CommandOutput<'team.createTeam'>).state.team.teamId) }
}

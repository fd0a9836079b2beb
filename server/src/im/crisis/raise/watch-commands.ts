// Reads the texts of commands other than messages for signs of a crisis, before the command runs.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { listTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import type { CommandName, CommandOutput } from '@xinqiao/contract/im/index.ts'
import { listTextsAt } from '@xinqiao/contract/texts.ts'
import type { ImCtx, ImHandlers } from '../../../kit/chat/im-ctx.ts'
import type { createTextWatch } from './watch.ts'

type WatchTexts = ReturnType<typeof createTextWatch>['watchTexts']
type HandleCommand = (input: never, ctx: ImCtx) => Promise<unknown>

/**
 * Wraps commands that have `texts` in the contract: the crisis detector checks the texts first. Messages are checked
 * together with earlier ones.
 * @param isOfPage true for a text that a page of the site wrote, not its user
 */
export function withCrisisDetection<Command extends CommandName>(
  handlers: ImHandlers<Command>,
  watchTexts: WatchTexts,
  isOfPage: (name: CommandName, text: string) => boolean,
): Partial<ImHandlers<Command>> {
  const watchedHandlers = (Object.entries(handlers) as [Command, HandleCommand][]).flatMap(([name, handle]) => {
    const { texts, readsTexts } = getCommand(name).command
    if (!texts || readsTexts) return []
    const handleAfterReading: HandleCommand = (input, ctx) =>
      watchTexts(
        listTextsAt(input, texts)
          .filter((text) => !isOfPage(name, text))
          .flatMap(listTextsOf),
        ctx,
        async (alert) => {
          await alert
          return handle(input, ctx)
        },
        describePlace(name, input, ctx),
      )
    return [[name, handleAfterReading]]
  })
  return Object.fromEntries(watchedHandlers) as Partial<ImHandlers<Command>>
}

/** The chatroom or team whose texts these are. */
function describePlace(name: CommandName, input: object, { room }: ImCtx) {
  if (room) return { sessionId: `chatroom-${room.roomId}`, roomId: room.roomId }
  if ('teamId' in input) return { teamId: Number(input.teamId) }
  if (name !== 'team.createTeam') return {}
  return { teamOfReply: (reply: unknown) => Number((reply as CommandOutput<'team.createTeam'>).state.team.teamId) }
}

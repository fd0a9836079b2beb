// Runs the guards of guards.ts before the handlers of chat commands, in one order.
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import type { CommandOutput, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ChatCommand, ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import type { createConsentGuard } from '../consent/consent.ts'
import { withCrisisDetection } from '../crisis/raise/watch-commands.ts'
import type { createTextWatch } from '../crisis/raise/watch.ts'
import { createInputFilter } from '../lexicon/filter-texts.ts'
import type { createLexicon } from '../lexicon/lexicon.ts'
import { createVisitQueue, requireRoom } from '../room/rooms.ts'
import { commandGuards, type CommandGuards } from './guards.ts'

type GuardServices = {
  checkConsent: ReturnType<typeof createConsentGuard>
  lexicon: ReturnType<typeof createLexicon>
  watchTexts: ReturnType<typeof createTextWatch>['watchTexts']
}
type Handler<Name extends ChatCommand> = (input: ParsedInput<Name>, ctx: ImCtx) => Promise<CommandOutput<Name>>

/** @throws ImFailure 2002 for an account muted by staff or by the backend of its app */
export function expectNotMuted({ viewer }: ImCtx): void {
  if (viewer.isMuted) throw imFail('muted')
}

/** Applies the rule for texts of muted accounts to one text. */
function replaceMutedText(text: string, rule: CommandGuards<ChatCommand>['muted'], { viewer }: ImCtx): string {
  if (!viewer.isMuted || text === '') return text
  if (rule === 'refuseTexts') throw imFail('muted')
  return rule === 'dropTexts' ? '' : text
}

function withChecks<Name extends ChatCommand>(
  name: Name,
  handle: Handler<Name>,
  guards: CommandGuards<Name>,
  { checkConsent, lexicon }: GuardServices,
): Handler<Name> {
  const { muted, check, consent, words, isOfPage } = guards
  const wordPaths = guards.wordPaths ?? getCommand(name).command.texts ?? []
  const filterInput = words === 'none' || words === 'own' ? null : createInputFilter(words, wordPaths, lexicon)
  return async (input, ctx) => {
    if (muted === 'refuse') expectNotMuted(ctx)
    check?.(input)
    if (consent !== 'none') await checkConsent(ctx, ...consent(input))
    if (words === 'none' || isOfPage?.(input)) return handle(input, ctx)
    await lexicon.prepare()
    return handle(filterInput ? filterInput(input, (text) => replaceMutedText(text, muted, ctx)) : input, ctx)
  }
}

/**
 * The order of the guards: the place among the commands of a visit, the crisis detector, the mute, the check of the
 * command, the consent, the word list. The detector runs around the others, because a text that they refuse may sound
 * like danger.
 */
export function guardCommands(handlers: ImHandlers<ChatCommand>, services: GuardServices): ImHandlers<ChatCommand> {
  const runInOrder = createVisitQueue()
  const guardCommand = <Name extends ChatCommand>(name: Name): Handler<Name> => {
    const handle: Handler<Name> = handlers[name]
    const row: CommandGuards<Name> | 'none' = commandGuards[name]
    const guards = row === 'none' ? null : row
    const handleChecked = guards && !guards.isComposed ? withChecks(name, handle, guards, services) : handle
    const isOfPage = guards?.isOfPage ?? (() => false)
    const handleWatched = withCrisisDetection(name, handleChecked, services.watchTexts, isOfPage)
    if (!guards?.waitsForVisit) return handleWatched
    return (input, ctx) => runInOrder(requireRoom(ctx), () => handleWatched(input, ctx))
  }
  const names = Object.keys(commandGuards) as ChatCommand[]
  return Object.fromEntries<unknown>(names.map((name) => [name, guardCommand(name)])) as ImHandlers<ChatCommand>
}

// Commands of messages and sync. Those that send and change messages apply their guards themselves: the detector also
// reads the earlier messages, and the checks of a new message run in parallel.
import type { ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { ImCtx, ImHandlers } from '../../kit/chat/im-ctx.ts'
import { createOrderedWait } from '../../kit/async/ordered-wait.ts'
import type { createConsentGuard } from '../consent/consent.ts'
import { raiseAnnouncedAlerts } from '../crisis/raise/pending-texts.ts'
import type { createTextWatch } from '../crisis/raise/watch.ts'
import type { createFileGuard } from '../file/handlers.ts'
import type { createLexicon } from '../lexicon/lexicon.ts'
import type { createMsgHandlers } from '../msg/messages.ts'
import type { QuestionAnswerer } from '../robots/answers/answer-questions.ts'
import { syncTeams } from '../team/lists/team-lists.ts'
import { expectMayRecordCall } from './call-records.ts'
import { expectNotMuted } from './guard-commands.ts'

type MessageHandlers = ReturnType<typeof createMsgHandlers>
type MessageCommand = Exclude<keyof MessageHandlers, 'sendToPeer'>
type MessageServices = {
  messages: MessageHandlers
  answering: QuestionAnswerer
  textWatch: Omit<ReturnType<typeof createTextWatch>, 'watchTexts'>
  checkConsent: ReturnType<typeof createConsentGuard>
  checkFile: ReturnType<typeof createFileGuard>
  lexicon: ReturnType<typeof createLexicon>
}

export function createMessageCommands({
  messages,
  answering,
  textWatch,
  checkConsent,
  checkFile,
  lexicon,
}: MessageServices): ImHandlers<MessageCommand> {
  const { sendToPeer: _sendToPeer, ...handlers } = messages
  const { watchMessage, forgetMessage } = textWatch
  const waitInOrder = createOrderedWait()

  /** An ordinary message waits for no promise before it is written. */
  const sendWatched = (draft: ParsedInput<'msg.sendMsg'>, ctx: ImCtx, announced: Promise<unknown> | null) =>
    watchMessage(draft, ctx, async (alert) => {
      expectNotMuted(ctx)
      expectMayRecordCall(draft, ctx)
      const consent = draft.scene === 'p2p' ? checkConsent(ctx, draft.to) : null
      const [file, lexiconLoad] = [checkFile(draft, ctx), lexicon.prepare()]
      const isChecked = consent || file || lexiconLoad || alert || announced
      const check = isChecked ? Promise.all([consent, file, lexiconLoad, alert, announced]) : null
      const waiting = waitInOrder(ctx.viewer.imId, check)
      if (waiting) await waiting
      return handlers['msg.sendMsg'](lexicon.filter(draft), ctx)
    })

  return {
    ...handlers,
    'sync.sync': async (input, ctx) => ({
      ...(await handlers['sync.sync'](input, ctx)),
      ...(await syncTeams(input, ctx)),
    }),
    'msg.sendMsg': (draft, ctx) => answering.send(draft, ctx, (announced) => sendWatched(draft, ctx, announced)),
    async 'msg.modifyMsg'(input, ctx) {
      await raiseAnnouncedAlerts(ctx.sql, ctx.viewer.imId, Number(input.idServer))
      return watchMessage(input, ctx, async (alert) => {
        expectNotMuted(ctx)
        await alert
        await lexicon.prepare()
        return handlers['msg.modifyMsg'](lexicon.filter(input), ctx)
      })
    },
    async 'msg.deleteMsg'(input, ctx) {
      await raiseAnnouncedAlerts(ctx.sql, ctx.viewer.imId, Number(input.idServer))
      const reply = await handlers['msg.deleteMsg'](input, ctx)
      forgetMessage(input, ctx)
      return reply
    },
  }
}

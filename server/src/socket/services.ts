// Handlers of all chat commands, and the readers of each kind of change.
import type { CommandName } from '@xinqiao/contract/im/index.ts'
import { mapTextOrJson, textsIn } from '@xinqiao/contract/im/user-texts.ts'
import { watchMessage, watchNotice } from '../im/care/watch.ts'
import { makeConsentGuard } from '../im/consent/consent.ts'
import { makeFileGuard, makeFileHandlers } from '../im/file/handlers.ts'
import { deviceHandlers } from '../im/device/devices.ts'
import { extendHandlers } from '../im/extend/handlers.ts'
import { stickTopReaders } from '../im/extend/stick-top.ts'
import { friendHandlers } from '../im/friend/handlers.ts'
import { friendReaders } from '../im/friend/friends.ts'
import { makeLexicon } from '../im/misc/lexicon.ts'
import { takeReport } from '../im/misc/reports.ts'
import { makeMsgHandlers } from '../im/msg/handlers.ts'
import { makeModifiedReaders } from '../im/msg/modification.ts'
import { removalReaders } from '../im/msg/removal.ts'
import { notifyHandlers } from '../im/notify/handlers.ts'
import { makeNoticeReaders } from '../im/notify/notices.ts'
import { userHandlers } from '../im/user/handlers.ts'
import { relationReaders } from '../im/user/relations.ts'
import { makeUserReaders } from '../im/user/users.ts'
import type { Kit } from '../kit/ctx.ts'
import { makeOrderedWait } from '../kit/ordered-wait.ts'
import type { ChangeReaders, ImHandlers } from '../kit/im-ctx.ts'

/** `entry.ts` answers the other commands, which concern the connection. */
type ChatName = Exclude<CommandName, `link.${string}` | `auth.${string}`>

export function makeChatHandlers(kit: Kit): ImHandlers<ChatName> {
  const messages = makeMsgHandlers(kit.sql, kit.bodies)
  const checkConsent = makeConsentGuard(kit.sql)
  const checkFile = makeFileGuard(kit)
  const lexicon = makeLexicon(kit.sql)
  const waitInOrder = makeOrderedWait()
  return {
    ...messages,
    ...userHandlers,
    ...notifyHandlers,
    ...friendHandlers,
    ...extendHandlers,
    ...deviceHandlers,
    'misc.getServerTime': () => Promise.resolve({ time: Date.now() }),
    'misc.report': takeReport,
    'misc.getClientAntispam': lexicon.getClientAntispam,
    ...makeFileHandlers(kit),
    async 'msg.sendMsg'(draft, ctx) {
      const [consent, file, words] = [checkConsent(draft, ctx), checkFile(draft, ctx), lexicon.prepare()]
      const check = consent || file || words ? Promise.all([consent, file, words]) : null
      const waiting = waitInOrder(ctx.viewer.imId, check)
      if (waiting) await waiting
      const sent = await messages['msg.sendMsg'](lexicon.filter(draft), ctx)
      const care = await watchMessage(draft, sent, ctx)
      return care ? { ...sent, care } : sent
    },
    async 'msg.modifyMsg'(input, ctx) {
      await lexicon.prepare()
      const modified = await messages['msg.modifyMsg'](lexicon.filter(input), ctx)
      const care = await watchMessage(input, modified, ctx)
      return care ? { ...modified, care } : modified
    },
    async 'notify.sendCustomSysMsg'(input, ctx) {
      await lexicon.prepare()
      const content = mapTextOrJson(input.content, lexicon.filterText)
      const sent = await notifyHandlers['notify.sendCustomSysMsg']({ ...input, content }, ctx)
      await watchNotice(ctx, textsIn(input.content))
      return sent
    },
    async 'friend.friendRequest'(input, ctx) {
      await lexicon.prepare()
      await friendHandlers['friend.friendRequest']({ ...input, ps: lexicon.filterText(input.ps) }, ctx)
      await watchNotice(ctx, [input.ps])
      return null
    },
  }
}

export const makeChangeReaders = ({ secrets, bodies }: Kit): ChangeReaders => ({
  ...makeUserReaders(secrets),
  ...relationReaders,
  ...friendReaders,
  ...stickTopReaders,
  ...removalReaders,
  ...makeModifiedReaders(bodies),
  ...makeNoticeReaders(secrets),
})

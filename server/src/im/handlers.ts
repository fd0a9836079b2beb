// Handlers of all chat commands, and the readers of each kind of change. commands/guards.ts lists the guards.
import type { ChangeReaders, ChatCommand, ImHandlers } from '../kit/chat/im-ctx.ts'
import type { Kit, KitInTransaction } from '../kit/ctx.ts'
import type { SitePort } from '../kit/site-port.ts'
import { receiveReport } from './client-reports/reports.ts'
import { withCallMessage } from './commands/call-records.ts'
import { guardCommands } from './commands/guard-commands.ts'
import { createMessageCommands } from './commands/messages.ts'
import { createRobotAnswerer } from './commands/robots.ts'
import { consentHandlers, createConsentGuard } from './consent/consent.ts'
import { createTextWatch } from './crisis/raise/watch.ts'
import { deviceHandlers } from './device/devices.ts'
import { pushRing } from './device/token-pushes.ts'
import { eventHandlers } from './event/events.ts'
import { createFileGuard, createFileHandlers } from './file/handlers.ts'
import { signFilesOf } from './file/signed-content.ts'
import { friendReaders } from './friend/friends.ts'
import { createFriendHandlers } from './friend/handlers.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { markHandlers } from './marks/handlers.ts'
import { stickTopReaders } from './marks/stick-top.ts'
import { createModifiedReaders, createMsgHandlers, removalReaders, writeServerMessage } from './msg/messages.ts'
import { createNoticeReaders, markNoticesRead, sendCustomNotice } from './notify/notices.ts'
import { forwardRequest } from './proxy/proxy.ts'
import { createRobotHandlers } from './robots/handlers.ts'
import { createRoomHandlers, type RoomFileFunctions } from './room/rooms.ts'
import { createSignallingHandlers } from './signalling/handlers.ts'
import { sendTeamCustomNotice } from './team/custom-notices.ts'
import { createTeamHandlers } from './team/handlers.ts'
import { userHandlers } from './user/handlers.ts'
import { relationReaders } from './user/relations.ts'
import { createUserReaders } from './user/users.ts'

export function createChatHandlers(kit: Kit, site: SitePort): ImHandlers<ChatCommand> {
  const checkConsent = createConsentGuard(kit.sql)
  const checkFile = createFileGuard(kit)
  const lexicon = createLexicon(kit.sql)
  const { watchTexts, ...textWatch } = createTextWatch(kit, site)
  const messages = createMsgHandlers(kit.sql, kit.bodies)
  const { port: robotPort, answering, findRobot } = createRobotAnswerer(kit, site, messages, lexicon)
  const roomFiles: RoomFileFunctions = {
    signFile: (content) => signFilesOf(kit, content, null),
    // a room receives signed addresses, so the guard stores no share, as for a team
    checkFile: ({ idClient, content }, ctx) => checkFile({ scene: 'team', to: '', idClient, content }, ctx),
  }
  const signalling = createSignallingHandlers({
    findBooking: site.findBookingOfCall,
    notifyRing: ({ tx, afterCommit }, ring) => site.notifyRing({ kit, tx, afterCommit }, ring),
    markRingSeen: site.markRingSeen,
    pushRing: (scope, ring) => pushRing(kit, scope, ring),
  })
  const friendHandlers = createFriendHandlers({
    notify: (scope, event) => site.notifyFriendEvent({ kit, ...scope }, event),
    // the friendship is stored, also without the message
    write: (message, { viewer, deliver }) =>
      writeServerMessage({ ...kit, deliver }, viewer, message).catch((error: unknown) =>
        kit.log.error({ err: error }, 'the message to new friends was not written'),
      ),
  })
  const handlers: ImHandlers<ChatCommand> = {
    ...createMessageCommands({ messages, answering, textWatch, checkConsent, checkFile, lexicon }),
    ...userHandlers,
    ...deviceHandlers,
    ...consentHandlers,
    ...friendHandlers,
    ...markHandlers,
    ...eventHandlers,
    ...createTeamHandlers((scope, event) => site.notifyTeamEvent({ kit, ...scope }, event)),
    ...createRoomHandlers(roomFiles, site),
    ...createFileHandlers(kit),
    ...createRobotHandlers(robotPort, answering, findRobot),
    ...signalling,
    ...withCallMessage(kit, signalling),
    'notify.sendCustomSysMsg': (input, ctx) =>
      input.scene === 'p2p' ? sendCustomNotice(input, ctx) : sendTeamCustomNotice(input, ctx),
    'notify.batchMarkRead': markNoticesRead,
    'proxy.httpProxy': (input, ctx) => forwardRequest(input, ctx, kit.log),
    'misc.getServerTime': () => Promise.resolve({ time: Date.now() }),
    'misc.report': receiveReport,
    'misc.getClientAntispam': lexicon.getClientAntispam,
  }
  return guardCommands(handlers, { checkConsent, lexicon, watchTexts })
}

export const createChangeReaders = ({ secrets, bodies }: KitInTransaction): ChangeReaders => ({
  ...createUserReaders(secrets),
  ...relationReaders,
  ...friendReaders,
  ...stickTopReaders,
  ...removalReaders,
  ...createModifiedReaders(bodies),
  ...createNoticeReaders(secrets),
})

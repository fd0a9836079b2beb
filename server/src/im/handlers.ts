// Handlers of all chat commands, and the readers of each kind of change.
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import { imFail } from '@xinqiao/contract/im/errors.ts'
import { mapTextOrJson } from '@xinqiao/contract/im/messages/user-texts.ts'
import type { CommandName, ParsedInput } from '@xinqiao/contract/im/index.ts'
import type { Target } from '@xinqiao/contract/im/messages/scene.ts'
import { raiseAnnouncedAlerts } from './crisis/raise/pending-texts.ts'
import { createTextWatch } from './crisis/raise/watch.ts'
import { withCrisisDetection } from './crisis/raise/watch-commands.ts'
import { consentHandlers, createConsentGuard } from './consent/consent.ts'
import { createFileGuard, createFileHandlers } from './file/handlers.ts'
import { pushRing } from './device/token-pushes.ts'
import { signFilesOf } from './file/signed-content.ts'
import { eventHandlers } from './event/events.ts'
import { deviceHandlers } from './device/devices.ts'
import { markHandlers } from './marks/handlers.ts'
import { stickTopReaders } from './marks/stick-top.ts'
import { createFriendHandlers } from './friend/handlers.ts'
import { friendReaders } from './friend/friends.ts'
import { withTextFilter, withLoadedLexicon } from './lexicon/filter-commands.ts'
import { createLexicon } from './lexicon/lexicon.ts'
import { receiveReport } from './client-reports/reports.ts'
import {
  createModifiedReaders,
  createMsgHandlers,
  removalReaders,
  rewriteMessage,
  writeCallMessage,
  writeServerMessage,
} from './msg/messages.ts'
import { notifyHandlers } from './notify/handlers.ts'
import { createNoticeReaders } from './notify/notices.ts'
import { forwardRequest } from './proxy/proxy.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { createAnswer } from './robots/content/answer-content.ts'
import { createQuestionAnswerer } from './robots/answers/answer-questions.ts'
import { createRobotHandlers } from './robots/handlers.ts'
import { createRobotLookup } from './robots/records/lookup.ts'
import type { RobotPort } from './robots/content/port.ts'
import { welcomeReply } from './robots/content/texts.ts'
import { createRoomHandlers, createVisitQueue, requireRoom, type RoomFileFunctions } from './room/rooms.ts'
import { writeEndedCallMessages } from './signalling/calls/calls.ts'
import { createSignallingHandlers } from './signalling/handlers.ts'
import { isPageMessage } from './signalling/calls/page-message.ts'
import { sendTeamCustomNotice } from './team/custom-notices.ts'
import { createTeamHandlers } from './team/handlers.ts'
import { syncTeams } from './team/lists/team-lists.ts'
import { userHandlers } from './user/handlers.ts'
import { relationReaders } from './user/relations.ts'
import { createUserReaders } from './user/users.ts'
import type { Kit, KitInTransaction } from '../kit/ctx.ts'
import type { BackendAnswer } from '../kit/module.ts'
import { createOrderedWait } from '../kit/async/ordered-wait.ts'
import type { SitePort } from '../kit/site-port.ts'
import type { ChangeReaders, ChatCommand, DeliverPush, ImCtx, ImHandlers } from '../kit/chat/im-ctx.ts'

/** @throws ImFailure 2002 for an account muted by staff or by the backend of its app */
function expectNotMuted({ viewer }: ImCtx): void {
  if (viewer.isMuted) throw imFail('muted')
}

/**
 * The server writes the records of calls of the site, so that no one forges them. In apps, pages write them between two
 * accounts, and name no others: the names are not read as texts.
 * @throws ImFailure 414
 */
function expectMayRecordCall({ scene, to, content }: ParsedInput<'msg.sendMsg'>, { viewer }: ImCtx): void {
  if (content.type !== chatMessageTypes.g2) return
  if (viewer.roleId !== null) throw imFail('invalid', '通话记录由服务器写')
  if (scene !== 'p2p') throw imFail('invalid', '通话记录只在单聊中')
  const sides = [viewer.accid, to]
  if (content.attach.durations.some(({ accid }) => !sides.includes(accid)))
    throw imFail('invalid', 'attach.durations只能是会话的双方')
}

type CallServices = Pick<Kit, 'sql' | 'bodies' | 'log'> & { deliver: DeliverPush }

/** Writes the messages of ended calls; a job repeats it after a failure. */
export const announceEndedCalls = (services: CallServices, channelId: number | null = null): Promise<void> =>
  writeEndedCallMessages(services.sql, (message) => writeCallMessage(services, message), channelId).catch(
    (error: unknown) => services.log.error({ err: error }, 'the message of a call was not written'),
  )
/** Robots, with the features of the chat that they use. */
export function createRobotAnswerer(
  kit: Kit,
  site: SitePort,
  messages = createMsgHandlers(kit.sql, kit.bodies),
  lexicon = createLexicon(kit.sql),
) {
  const findRobot = createRobotLookup(kit.sql)
  const port: RobotPort = {
    kit,
    send: async (message, ctx) => (await messages.sendToPeer({ scene: 'p2p', ...message }, ctx)).msg,
    rewrite: rewriteMessage,
    recall: (place, ctx) => messages['msg.deleteMsg']({ scene: 'p2p', ...place, ps: '', attach: '' }, ctx),
    checkText: (text) => lexicon.checkText(text),
    answerFromSite: (question) => site.answerQuestion(kit, question, (text) => lexicon.checkText(text)),
  }
  return { port, findRobot, answering: createQuestionAnswerer(port, findRobot), prepare: () => lexicon.prepare() }
}

/** Answers that the backend of an app writes for its robot. */
export function createAnswerWriter(kit: Kit) {
  const messages = createMsgHandlers(kit.sql, kit.bodies)
  const lexicon = createLexicon(kit.sql)
  return async (answer: BackendAnswer, ctx: ImCtx): Promise<WireMessage> => {
    await lexicon.prepare()
    const { to, questionId } = answer
    const origin = { robotAccid: ctx.viewer.accid, questionId }
    const content = createAnswer(origin, welcomeReply(lexicon.filterUserText(answer.text)))
    return (await messages.sendToPeer({ scene: 'p2p', to, idClient: `answer-${questionId}`, content }, ctx)).msg
  }
}

export function createChatHandlers(kit: Kit, site: SitePort): ImHandlers<ChatCommand> {
  const messages = createMsgHandlers(kit.sql, kit.bodies)
  const checkConsent = createConsentGuard(kit.sql)
  const checkFile = createFileGuard(kit)
  const lexicon = createLexicon(kit.sql)
  const roomFiles: RoomFileFunctions = {
    signFile: (content) => signFilesOf(kit, content, null),
    // a room receives signed addresses, so the guard stores no share, as for a team
    checkFile: ({ idClient, content }, ctx) => checkFile({ scene: 'team', to: '', idClient, content }, ctx),
  }
  const rooms = createRoomHandlers(roomFiles, site)
  const rawSignalling = createSignallingHandlers({
    findBooking: site.findBookingOfCall,
    notifyRing: ({ tx, afterCommit }, ring) => site.notifyRing({ kit, tx, afterCommit }, ring),
    markRingSeen: site.markRingSeen,
    pushRing: (scope, ring) => pushRing(kit, scope, ring),
  })
  const signalling = withTextFilter(rawSignalling, lexicon, 'dropped')
  const teams = createTeamHandlers((scope, event) => site.notifyTeamEvent({ kit, ...scope }, event))
  const teamCommands = withTextFilter(teams, lexicon, 'refused')
  const friendHandlers = createFriendHandlers({
    notify: (scope, event) => site.notifyFriendEvent({ kit, ...scope }, event),
    // the friendship is stored, also without the message
    write: (message, { viewer, deliver }) =>
      writeServerMessage({ ...kit, deliver }, viewer, message).catch((error: unknown) =>
        kit.log.error({ err: error }, 'the message to new friends was not written'),
      ),
  })
  const waitInOrder = createOrderedWait()
  const runInOrder = createVisitQueue()
  const { watchMessage, watchTexts, forgetMessage } = createTextWatch(kit, site)
  const { port: robotPort, answering, findRobot } = createRobotAnswerer(kit, site, messages, lexicon)
  /** A mark informs the other side, as a message does. */
  async function expectMayMark(target: Target, ctx: ImCtx): Promise<void> {
    expectNotMuted(ctx)
    if (target.scene === 'p2p') await checkConsent(ctx, target.to)
    await lexicon.prepare()
  }
  /** The message of a call follows its end. */
  const announceAfter =
    <Input extends { channelId: string }>(end: (input: Input, ctx: ImCtx) => Promise<null>) =>
    async (input: Input, ctx: ImCtx): Promise<null> => {
      await end(input, ctx)
      await announceEndedCalls({ ...kit, deliver: ctx.deliver }, Number(input.channelId))
      return null
    }

  /** The detector runs around the other checks, because a text that they refuse may sound like danger. */
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
      return messages['msg.sendMsg'](lexicon.filter(draft), ctx)
    })
  const { sendToPeer: _sendToPeer, ...messageCommands } = messages
  const handlers: ImHandlers<ChatCommand> = {
    ...messageCommands,
    ...withTextFilter(userHandlers, lexicon, 'refused'),
    ...notifyHandlers,
    ...withTextFilter(friendHandlers, lexicon),
    ...markHandlers,
    ...deviceHandlers,
    ...consentHandlers,
    ...teamCommands,
    'team.createTeam': async (input, ctx) => {
      await checkConsent(ctx, ...input.accounts)
      return teamCommands['team.createTeam'](input, ctx)
    },
    'team.addTeamMembers': async (input, ctx) => {
      await checkConsent(ctx, ...input.accounts)
      return teamCommands['team.addTeamMembers'](input, ctx)
    },
    ...eventHandlers,
    ...signalling,
    // a short word of the list would break the connection
    'signalling.control': (input, ctx) =>
      (isPageMessage(input.attachExt) ? rawSignalling : signalling)['signalling.control'](input, ctx),
    'signalling.close': announceAfter(signalling['signalling.close']),
    'signalling.leave': announceAfter(signalling['signalling.leave']),
    ...withTextFilter(rooms, lexicon),
    'proxy.httpProxy': (input, ctx) => forwardRequest(input, ctx, kit.log),
    ...withLoadedLexicon(createRobotHandlers(robotPort, answering, findRobot), lexicon),
    'sync.sync': async (input, ctx) => ({
      ...(await messages['sync.sync'](input, ctx)),
      ...(await syncTeams(input, ctx)),
    }),
    'misc.getServerTime': () => Promise.resolve({ time: Date.now() }),
    'misc.report': receiveReport,
    'misc.getClientAntispam': lexicon.getClientAntispam,
    ...createFileHandlers(kit),
    'msg.sendMsg': (draft, ctx) => answering.send(draft, ctx, (announced) => sendWatched(draft, ctx, announced)),
    'msg.modifyMsg': async (input, ctx) => {
      await raiseAnnouncedAlerts(ctx.sql, ctx.viewer.imId, Number(input.idServer))
      return watchMessage(input, ctx, async (alert) => {
        expectNotMuted(ctx)
        await alert
        await lexicon.prepare()
        const filtered = lexicon.filter(input)
        return messages['msg.modifyMsg'](filtered, ctx)
      })
    },
    async 'msg.deleteMsg'(input, ctx) {
      await raiseAnnouncedAlerts(ctx.sql, ctx.viewer.imId, Number(input.idServer))
      const reply = await messages['msg.deleteMsg'](input, ctx)
      forgetMessage(input, ctx)
      return reply
    },
    async 'notify.sendCustomSysMsg'(input, ctx) {
      expectNotMuted(ctx)
      if (input.scene === 'p2p') await checkConsent(ctx, input.to)
      await lexicon.prepare()
      const content = mapTextOrJson(input.content, lexicon.filterUserText)
      const send = input.scene === 'p2p' ? notifyHandlers['notify.sendCustomSysMsg'] : sendTeamCustomNotice
      return send({ ...input, content }, ctx)
    },
    'msgExtend.addQuickComment': async (input, ctx) => {
      await expectMayMark(input, ctx)
      const custom = lexicon.filterUserText(input.custom)
      return markHandlers['msgExtend.addQuickComment']({ ...input, custom }, ctx)
    },
    'msgExtend.addMsgPin': async (input, ctx) => {
      await expectMayMark(input, ctx)
      return markHandlers['msgExtend.addMsgPin']({ ...input, pinCustom: lexicon.filterUserText(input.pinCustom) }, ctx)
    },
    'msgExtend.updateMsgPin': async (input, ctx) => {
      await expectMayMark(input, ctx)
      return markHandlers['msgExtend.updateMsgPin'](
        { ...input, pinCustom: lexicon.filterUserText(input.pinCustom) },
        ctx,
      )
    },
    async 'event.publishEvent'(input, ctx) {
      expectNotMuted(ctx)
      await lexicon.prepare()
      return eventHandlers['event.publishEvent'](
        { ...input, custom: mapTextOrJson(input.custom, lexicon.filterUserText) },
        ctx,
      )
    },
    async 'chatroom.sendMsg'(draft, ctx) {
      expectNotMuted(ctx)
      if (draft.content.type === chatMessageTypes.g2) throw imFail('invalid', '聊天室里没有通话记录')
      await lexicon.prepare()
      const notifyTargetTags = mapTextOrJson(draft.notifyTargetTags, lexicon.filterUserText)
      return rooms['chatroom.sendMsg']({ ...lexicon.filter(draft), notifyTargetTags }, ctx)
    },
    async 'friend.friendRequest'(input, ctx) {
      expectNotMuted(ctx)
      const isAnswer = input.type === friendRequests.passFriendApply || input.type === friendRequests.rejectFriendApply
      if (!isAnswer) await checkConsent(ctx, input.account)
      await lexicon.prepare()
      return friendHandlers['friend.friendRequest']({ ...input, ps: lexicon.filterUserText(input.ps) }, ctx)
    },
  }
  const isOfPage = (name: CommandName, text: string) => name === 'signalling.control' && isPageMessage(text)
  const detecting = withCrisisDetection(handlers, watchTexts, isOfPage)
  const watchedHandlers: ImHandlers<ChatCommand> = { ...handlers, ...detecting }
  return {
    ...watchedHandlers,
    // includes the wait for an alert
    'chatroom.sendMsg': (draft, ctx) =>
      runInOrder(requireRoom(ctx), () => watchedHandlers['chatroom.sendMsg'](draft, ctx)),
  }
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

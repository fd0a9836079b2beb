// Runs the calls of the server API. A message is sent by the chat command, with the account as the caller.
import { randomUUID } from 'node:crypto'
import { describeIssue, imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { Scene, Target } from '@xinqiao/contract/im/messages/scene.ts'
import {
  ServerApiFailure,
  type ServerCallName,
  type ServerCallInput,
  type ServerCallOutput,
} from '@xinqiao/contract/server-api/server-api.ts'
import {
  createManagedAccount,
  expectAllowedNick,
  requireManagedAccount,
  requireSendingAccount,
  getAppAlertTexts,
  openPrivate,
  renewAccountToken,
  selectManagedUsers,
  setManagedAccountBlocked,
  setManagedAccountMuted,
  signAccessibleFiles,
  writeBroadcast,
} from '../../im/chat.ts'
import { chatPushes } from '../../kit/bus/topic.ts'
import type { Kit } from '../../kit/ctx.ts'
import type { ChatCommand, ImCtx } from '../../kit/chat/im-ctx.ts'
import { developerInput } from '../../kit/text/input-faults.ts'
import { hasUnstorableText, unstorableText } from '../../kit/text/storable.ts'
import { createChangeReaders, createChatHandlers } from '../../modules.ts'
import { createServerContext } from '../../kit/chat/server-context.ts'
import { presentBody, presentSent, buildContent } from './contents.ts'
import { createImportCalls } from './imports.ts'
import { createRobotCalls } from './robots.ts'
import { createRoomCommandCalls } from './room-commands.ts'
import { createRoomCalls } from './rooms.ts'
import type { CallRunner, ServerHistoryInput, ServerNotice } from './run.ts'
import { createSuperTeamCalls } from './super-teams.ts'
import { createTeamCalls } from './teams.ts'

export type ServerCallHandlers = {
  [K in ServerCallName]: (input: ServerCallInput<K>, appId: number) => Promise<ServerCallOutput<K>>
}
/** By command of the chat: its fields, and the names that a backend's form gives them in errors. */
const formNames: Partial<Record<ChatCommand, Record<string, string>>> = {
  'msg.sendMsg': {
    ...{ text: 'msg', tip: 'msg', content: 'body', custom: 'ext', attach: 'body' },
    ...{ pushContent: 'pushcontent', pushPayload: 'payload' },
  },
  'user.updateMyInfo': { nick: 'name', avatar: 'icon', tel: 'mobile', custom: 'ex' },
}
function describeFormIssue(name: ChatCommand, { path, message }: Parameters<typeof describeIssue>[0]): string {
  const field = String(path.at(-1))
  const formName = formNames[name]?.[field]
  if (!formName) return describeIssue({ path, message })
  return describeIssue({ path: [formName], message: message?.replace(field, formName) })
}
const isMissing = (error: unknown) => error instanceof ImFailure && error.code === imErrors.notFound.code

/** Scene of a message by the parameters `ope` and `msgtype`. */
const sceneOf = { 0: 'p2p', 1: 'team' } as const
/** Scene of a recalled message by the parameter `type`. */
const recallSceneOf = { 7: 'p2p', 8: 'team' } as const

type ProfileInput = Omit<ServerCallInput<'user/updateUinfo'>, 'accid'>
const toUser = ({ name, icon, mobile, ex, ...rest }: ProfileInput) =>
  Object.fromEntries(
    Object.entries({ ...rest, nick: name, avatar: icon, tel: mobile, custom: ex }).filter(
      ([, value]) => value !== undefined,
    ),
  )

export function createServerCalls(kit: Kit, generation: () => number): ServerCallHandlers {
  const { sql, secrets, bus } = kit
  const commands = createChatHandlers(kit)
  const readers = createChangeReaders(kit)

  const contextOf = (account: { id: number; accid: string }, appId: number): ImCtx =>
    createServerContext({ kit, readers, generation: generation() }, account, appId)
  async function contextFor(appId: number, accid: string): Promise<ImCtx> {
    return contextOf(await requireManagedAccount(sql, appId, accid), appId)
  }
  async function senderContextFor(appId: number, accid: string): Promise<ImCtx> {
    return contextOf(await requireSendingAccount(sql, appId, accid), appId)
  }
  /** Checks the input against the contract of the command, as for a device. */
  function parseCommand<K extends ChatCommand>(name: K, input: CommandInput<K>): unknown {
    const parsed = getCommand(name).command.input.safeParse(input, developerInput)
    // JSON in a form may contain such characters as escapes
    if (parsed.success && hasUnstorableText(parsed.data)) throw new ServerApiFailure('invalid', unstorableText)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new ServerApiFailure('invalid', issue && describeFormIssue(name, issue))
  }
  function runCommand<K extends ChatCommand>(
    name: K,
    input: CommandInput<K>,
    ctx: ImCtx,
  ): ReturnType<(typeof commands)[K]> {
    return commands[name](parseCommand(name, input) as never, ctx) as ReturnType<(typeof commands)[K]>
  }
  const sendMessage = (ctx: ImCtx, to: string, content: object, scene: Scene = 'p2p') =>
    runCommand('msg.sendMsg', { scene, to, idClient: randomUUID(), content } as CommandInput<'msg.sendMsg'>, ctx)
  const sendNotice = (ctx: ImCtx, to: string, { attach, save }: ServerNotice, scene: Scene = 'p2p') =>
    runCommand('notify.sendCustomSysMsg', { scene, to, content: attach, sendToOnlineUsersOnly: save === 1 }, ctx)
  async function queryHistory(ctx: ImCtx, target: Target, page: ServerHistoryInput) {
    const { begintime, endtime, limit, reverse } = page
    const query = { beginTime: begintime, endTime: endtime, limit, reverse: reverse === 1 }
    const { msgs } = await runCommand('msg.getHistoryMsgs', { ...target, ...query }, ctx)
    // a backend has no login, so the addresses of files open by a signature for an hour
    const contents = await signAccessibleFiles(
      kit,
      ctx.viewer.imId,
      msgs.map(({ content }) => content),
    )
    const presentedMsgs = msgs.map(({ idServer, time, content, from: sender }, i) => ({
      ...{ from: sender, msgid: Number(idServer), sendtime: time, type: content.type },
      body: presentBody(contents[i]!),
      ...(content.custom !== undefined && { ext: content.custom }),
    }))
    return { size: presentedMsgs.length, msgs: presentedMsgs }
  }
  const runner: CallRunner = { kit, contextFor, senderContextFor, runCommand, sendMessage, sendNotice, queryHistory }

  /**
   * @returns the results, and the receivers that do not exist.
   * @throws unknown the first other failure
   */
  async function sendToEach<T>(receivers: readonly string[], sendTo: (to: string) => Promise<T>) {
    const results = await Promise.allSettled(receivers.map(sendTo))
    const resultByReceiver = new Map<string, T>()
    const unregister: string[] = []
    for (const [i, result] of results.entries()) {
      if (result.status === 'fulfilled') resultByReceiver.set(receivers[i]!, result.value)
      else if (isMissing(result.reason)) unregister.push(receivers[i]!)
      // a receiver who has blocked the sender gets no message, as with a single receiver
      else if (!(result.reason instanceof ImFailure)) throw result.reason
    }
    return { sent: resultByReceiver, unregister }
  }
  /** Refuses a profile before its account is created, so that a refused call leaves no account. */
  function checkProfile(profile: ProfileInput): void {
    const user = toUser(profile)
    if (Object.keys(user).length > 0) parseCommand('user.updateMyInfo', { user })
    expectAllowedNick(profile.name, null)
  }
  const saveProfile = async (ctx: ImCtx, profile: ProfileInput) => {
    const user = toUser(profile)
    if (Object.keys(user).length > 0) await runCommand('user.updateMyInfo', { user }, ctx)
  }

  return {
    ...createImportCalls(kit),
    ...createRoomCalls(kit),
    ...createRoomCommandCalls(runner),
    ...createTeamCalls(runner),
    ...createSuperTeamCalls(runner),
    ...createRobotCalls(kit, {
      checkProfile,
      saveProfile: (account, appId, profile) => saveProfile(contextOf(account, appId), profile),
      createContext: contextOf,
    }),
    async 'user/create'({ accid, token, ...profile }, appId) {
      checkProfile(profile)
      const account = await createManagedAccount(kit, appId, { accid, token })
      await saveProfile(contextOf(account.account, appId), profile)
      return { info: { accid, token: account.token, name: profile.name ?? '' } }
    },
    async 'user/update'(input, appId) {
      await renewAccountToken(kit, appId, input)
      return {}
    },
    async 'user/refreshToken'({ accid }, appId) {
      return { info: { accid, token: await renewAccountToken(kit, appId, { accid }) } }
    },
    async 'user/updateUinfo'({ accid, ...profile }, appId) {
      await saveProfile(await contextFor(appId, accid), profile)
      return {}
    },
    async 'user/getUinfos'({ accids }, appId) {
      const rows = await selectManagedUsers(sql, appId, accids)
      const uinfos = rows.map((row) => {
        const { email, birth, tel } = openPrivate(secrets, row)
        const { accid, nick, avatar, sign, gender, custom, is_blocked, is_muted } = row
        const profile = { accid, name: nick, icon: avatar, sign, email, birth, mobile: tel, gender, ex: custom }
        return { ...profile, valid: !is_blocked, mute: is_muted }
      })
      return { uinfos }
    },
    async 'user/block'({ accid, needkick }, appId) {
      await setManagedAccountBlocked(kit, appId, accid, { isBlocked: true, isKicked: needkick })
      return {}
    },
    async 'user/unblock'({ accid }, appId) {
      await setManagedAccountBlocked(kit, appId, accid, { isBlocked: false, isKicked: false })
      return {}
    },
    async 'user/mute'({ accid, mute }, appId) {
      await setManagedAccountMuted(kit, appId, accid, mute)
      return {}
    },
    async 'msg/sendMsg'({ from, ope, to, ...draft }, appId) {
      const ctx = await senderContextFor(appId, from)
      return presentSent(await sendMessage(ctx, to, buildContent(draft), sceneOf[ope]))
    },
    async 'msg/sendBatchMsg'({ fromAccid, toAccids, returnMsgid, ...draft }, appId) {
      const ctx = await senderContextFor(appId, fromAccid)
      const content = buildContent(draft)
      const { sent, unregister } = await sendToEach(toAccids, async (to) => (await sendMessage(ctx, to, content)).msg)
      const msgids = Object.fromEntries(Array.from(sent, ([to, msg]) => [to, Number(msg.idServer)]))
      const timetag = Math.max(0, ...Array.from(sent.values(), ({ time }) => time))
      return { unregister, timetag, ...(returnMsgid && { msgids }) }
    },
    async 'msg/sendAttachMsg'({ from, msgtype, to, ...notice }, appId) {
      await sendNotice(await senderContextFor(appId, from), to, notice, sceneOf[msgtype])
      return {}
    },
    async 'msg/sendBatchAttachMsg'({ fromAccid, toAccids, ...notice }, appId) {
      const ctx = await senderContextFor(appId, fromAccid)
      const { unregister } = await sendToEach(toAccids, (to) => sendNotice(ctx, to, notice))
      return { unregister }
    },
    async 'msg/recall'({ deleteMsgid: idServer, type, from, to, msg: ps, attach, ignoreTime }, appId) {
      const ctx = { ...(await contextFor(appId, from)), ignoresRecallWindow: ignoreTime === 1 }
      await runCommand('msg.deleteMsg', { scene: recallSceneOf[type], to, idServer, ps, attach }, ctx)
      return {}
    },
    async 'msg/broadcastMsg'({ body, ttl }, appId) {
      const startedIn = generation()
      const { broadcast } = await writeBroadcast(sql, { body, retentionDays: ttl / 24, appId })
      chatPushes.publish(bus, { appId, name: 'notify.broadcast', data: { broadcast }, generation: startedIn })
      return { msg: { broadcastId: broadcast.broadcastId, body, createTime: broadcast.time } }
    },
    async 'crisis/queryText'({ id }, appId) {
      return { texts: await getAppAlertTexts(kit, appId, id) }
    },
    async 'history/querySessionMsg'({ from, to, ...page }, appId) {
      const ctx = await contextFor(appId, from)
      return queryHistory(ctx, { scene: 'p2p', to }, page)
    },
  }
}

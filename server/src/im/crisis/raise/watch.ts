// Reads every text of a user of the chat for signs of a crisis, without refusing or altering it. The alert is raised
// before the reply, or before the text is stored, also where another rule refuses it (docs/guides/crisis-alerts.md).
import { LRUCache } from 'lru-cache'
import { crisisLevels, type CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { handlingOfCode, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandName, ParsedInput } from '@xinqiao/contract/im/index.ts'
import { getCommand } from '@xinqiao/contract/im/table.ts'
import { sessionIdOf } from '@xinqiao/contract/im/messages/scene.ts'
import { TeamId } from '@xinqiao/contract/im/team/team-model.ts'
import type { WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import { userTextsOf } from '@xinqiao/contract/im/messages/user-texts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { minuteMs } from '@xinqiao/contract/time.ts'
import { detectCrisis } from '../../../crisis/detect.ts'
import { transaction } from '../../../kit/db/db.ts'
import type { ImCtx } from '../../../kit/chat/im-ctx.ts'
import type { SitePort } from '../../../kit/site-port.ts'
import type { KitInTransaction } from '../../../kit/ctx.ts'
import { updateAppAlertMessage } from '../records/app-alert-store.ts'
import { insertLeaderNotice } from './leader-notice-store.ts'
import { sendLeaderNoticeSafely } from './leader-notices.ts'
import { announceAlert, withdrawAnnouncement } from './pending-texts.ts'
import { updateTextTeam } from '../records/raise-store.ts'
import { raiseAlert, raiseChatText, type AlertText, type RaisedText, type SealAlertText } from './raise.ts'

/** True for users of the site and accounts of apps. Counsellors write about these topics professionally. */
const isWatched = ({ viewer: { roleId } }: ImCtx) => roleId === roles.user || roleId === null

/** Messages that are read together with the next one: words may be split over several. */
const maxRecentTexts = 3
const recentLifeMs = 10 * minuteMs
const maxWriters = 5_000
const maxRecentLength = 200
type RecentText = { text: string; time: number; messageId: number }

/** The level of a message, and the time of the first message that the level is based on. */
type CrisisFinding = { level: CrisisLevel; fromTime: number | null }
/** Writes a message once its alert is stored, which takes a moment. Later messages of the sender wait as well. */
type WriteAfterAlert<Reply> = (alert: Promise<unknown> | null) => Promise<Reply>
type WatchedDraft = Pick<ParsedInput<'msg.sendMsg'>, 'scene' | 'to' | 'content'> &
  ({ idClient: string } | Pick<ParsedInput<'msg.modifyMsg'>, 'idServer'>)

/** Identifies the announcement of a new message, or of a change. */
const describeAnnouncement = (draft: WatchedDraft) =>
  'idServer' in draft
    ? { idClient: `edit ${draft.idServer}`, messageId: Number(draft.idServer) }
    : { idClient: draft.idClient, messageId: undefined }

/** True for commands whose texts are read even when the rate limit refuses them. */
export const readsRefusedTexts = (name: CommandName): boolean => getCommand(name).command.texts !== undefined

const writeAllowed = <Reply>(
  { refusal }: ImCtx,
  write: WriteAfterAlert<Reply>,
  alert: Promise<unknown> | null,
): Promise<Reply> => (refusal ? Promise.reject(refusal) : write(alert))

const withCrisisLevel = ({ code, message, data }: ImFailure, level: CrisisLevel) =>
  new ImFailure(code, message, { ...(data as object | null), care: level })

type TextsInDanger = {
  level: CrisisLevel
  texts: readonly AlertText[]
  sessionId: string
  teamId?: number | undefined
  roomId?: number | undefined
  isMessage?: boolean
  isMessageExpected?: boolean
}
/** `noticeId`: the notice for the leaders of a team. */
type RaisedAlert = RaisedText & { noticeId: number | null }
type WatchOptions = {
  sessionId?: string
  /** The team in which the text was written. For a message to it, its leaders are notified, too. */
  teamId?: number | undefined
  /** The chatroom of a text. */
  roomId?: number | undefined
  /** Earlier messages of the writer there, because words may be split over several. */
  before?: readonly RecentText[]
  /** The message that has the text. */
  message?: Pick<AlertText, 'messageId' | 'idClient'>
  /** The team that the reply created. */
  teamOfReply?: (reply: unknown) => number | undefined
  /** Called once the alert is stored. */
  onRaised?: () => void
  /** Receives the alert for the backend of an app, whose message is stored afterwards. */
  onAlert?: (id: number | null) => void
}

/**
 * Caches the last messages of each writer in a conversation on this node. An alert clears them, so that the next
 * ordinary message raises none.
 */
export function createTextWatch(kit: KitInTransaction, site: SitePort) {
  const recent = new LRUCache<string, readonly RecentText[]>({ max: maxWriters, ttl: recentLifeMs })

  /** Raises an alert that keeps the texts sealed, because the duty staff can see them in no conversation. */
  const raiseTextAlert = (
    ctx: ImCtx,
    { level, texts, sessionId, teamId, roomId, isMessage = false, isMessageExpected = false }: TextsInDanger,
  ): Promise<RaisedAlert> => {
    const { imId } = ctx.viewer
    const seal: SealAlertText = (text, binding) => ctx.secrets.seal(text, binding)
    return transaction(ctx.sql, async (tx) => {
      const notice =
        teamId === undefined || !isMessage
          ? null
          : await insertLeaderNotice(tx, { teamId, imId, level, time: Date.now() })
      const alert = { imId, level, sessionId, teamId, roomId, texts, seal, isMessageExpected }
      const raised = await raiseChatText(tx, alert)
      return { appAlertId: null, textId: null, ...raised, noticeId: notice?.id ?? null }
    })
  }

  function readDraft({ content }: WatchedDraft, before: readonly RecentText[]): CrisisFinding | null {
    const texts = userTextsOf(content)
    const level = mostSevereOf(texts, before)
    // for words that were split over several messages, the duty staff see all these messages
    return level && { level, fromTime: listSplitTexts(texts, before, level)[0]?.time ?? null }
  }

  /**
   * Stores the message by `write`.
   * @returns its reply, with the level of the help card
   * @throws ImFailure of `write`; a refusal of a text in danger has the level as `care` in its data
   */
  async function watchMessage<Reply extends { msg: WireMessage }>(
    draft: WatchedDraft,
    ctx: ImCtx,
    write: WriteAfterAlert<Reply>,
  ): Promise<Reply & { care?: CrisisLevel }> {
    if (!isWatched(ctx)) return writeAllowed(ctx, write, null)
    const { imId } = ctx.viewer
    const { scene, to, content } = draft
    const sessionId = sessionIdOf({ scene, to })
    const key = `${imId} ${sessionId}`
    const before = recent.get(key) ?? []
    const remember = ({ time, idServer }: WireMessage): void => {
      const messageId = Number(idServer)
      const ownTexts = userTextsOf(content).map((text) => ({ text: text.slice(-maxRecentLength), time, messageId }))
      recent.set(key, [...before, ...ownTexts].slice(-maxRecentTexts))
    }
    const { idClient, messageId } = describeAnnouncement(draft)
    const message = messageId === undefined ? { idClient } : { messageId }
    // the alert keeps the text, because the duty staff may not read the other members' messages of a team
    if (scene !== 'p2p') {
      let appAlertId: number | null = null
      const options = {
        sessionId,
        before,
        message,
        teamId: TeamId.safeParse(to).success ? Number(to) : undefined,
        onRaised: () => recent.delete(key),
        onAlert: (id: number | null) => (appAlertId = id),
      }
      const reply = await watchTexts(userTextsOf(content), ctx, write, options)
      if (appAlertId !== null) await updateAppAlertMessage(ctx.sql, appAlertId, Number(reply.msg.idServer))
      if (ctx.crisisLevel) return { ...reply, care: ctx.crisisLevel }
      remember(reply.msg)
      return reply
    }
    const finding = readDraft(draft, before)
    if (!finding) {
      const reply = await writeAllowed(ctx, write, null)
      remember(reply.msg)
      return reply
    }
    const { level, fromTime } = finding
    const announcement = ctx.refusal ? null : announceAlert(ctx.sql, { imId, idClient, messageId, to, level })
    const reply = await writeAllowed(ctx, write, announcement).catch(async (error: unknown) => {
      await announcement
      if (!isRefusal(error)) throw error
      recent.delete(key)
      await raiseTextAlert(ctx, {
        level,
        texts: [
          ...listSplitTexts(userTextsOf(content), before, level),
          { text: userTextsOf(content).join('\n'), ...message },
        ],
        sessionId,
      })
      if (announcement) await withdrawAnnouncement(ctx.sql, imId, idClient)
      throw withCrisisLevel(error, level)
    })
    const { time } = reply.msg
    recent.delete(key)
    await raiseAlert(ctx.sql, { imId, to, level, time, fromTime: fromTime ?? time })
    await withdrawAnnouncement(ctx.sql, imId, idClient)
    ctx.crisisLevel = level
    return { ...reply, care: level }
  }

  /** Checks texts that are not a p2p message, while `write` stores or sends them. Sets `crisisLevel` of the context. */
  async function watchTexts<Reply>(
    texts: readonly string[],
    ctx: ImCtx,
    write: WriteAfterAlert<Reply>,
    { sessionId = '', teamId, roomId, before = [], message, teamOfReply, onRaised, onAlert }: WatchOptions = {},
  ): Promise<Reply> {
    const level = isWatched(ctx) ? mostSevereOf(texts, before) : null
    if (level === null) return writeAllowed(ctx, write, null)
    const raised = raiseTextAlert(ctx, {
      level,
      sessionId,
      teamId,
      roomId,
      isMessage: message !== undefined,
      texts: [...listSplitTexts(texts, before, level), { text: texts.join('\n'), ...message }],
      isMessageExpected: onAlert !== undefined,
    })
    raised.then(onRaised, () => {})
    ctx.crisisLevel = level
    const notifyTeam = async (isSent: boolean): Promise<void> => {
      const { noticeId } = await raised
      if (noticeId !== null) await sendLeaderNoticeSafely(kit, ctx.sql, site, noticeId, isSent)
    }
    const reply = await writeAllowed(ctx, write, raised).catch(async (error: unknown) => {
      await raised
      if (!isRefusal(error)) throw error
      await notifyTeam(false)
      throw withCrisisLevel(error, level)
    })
    await notifyTeam(true)
    const { appAlertId, textId } = await raised
    const createdTeamId = teamOfReply?.(reply)
    if (createdTeamId !== undefined && textId !== null)
      await transaction(ctx.sql, (tx) => updateTextTeam(tx, { id: textId, teamId: createdTeamId, level }))
    onAlert?.(appAlertId)
    return reply
  }

  /** A recalled message is no longer read together with the next one. */
  function forgetMessage({ scene, to, idServer }: ParsedInput<'msg.deleteMsg'>, { viewer: { imId } }: ImCtx): void {
    const key = `${imId} ${sessionIdOf({ scene, to })}`
    const before = recent.get(key) ?? []
    recent.set(
      key,
      before.filter(({ messageId }) => messageId !== Number(idServer)),
    )
  }

  return { watchMessage, watchTexts, forgetMessage }
}

/** Finds the fewest latest messages that give this level together with the texts; none when the texts alone give it. */
function listSplitTexts(
  texts: readonly string[],
  before: readonly RecentText[],
  level: CrisisLevel,
): readonly RecentText[] {
  const lists = [0, 1, 2, 3].map((count) => before.slice(before.length - Math.min(count, before.length)))
  return lists.find((list) => mostSevereOf(texts, list) === level) ?? before
}

function mostSevereOf(texts: readonly string[], before: readonly RecentText[] = []): CrisisLevel | null {
  const earlierTexts = before.map(({ text }) => text)
  const readings = texts.map((text) => detectCrisis({ text, before: earlierTexts }))
  return crisisLevels.find((name) => readings.includes(name)) ?? null
}

/** False for server faults: then the client sends the message again, or the announcement raises the alert. */
const isRefusal = (error: unknown): error is ImFailure =>
  error instanceof ImFailure && handlingOfCode(error.code) !== 'logged'

// Reports by members of peer groups. A report stores the message as it was, because its sender may recall it.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { StaffPeerReport } from '@xinqiao/contract/http/peer-groups/staff.ts'
import { chatMessageTypes, type WireMessage } from '@xinqiao/contract/im/messages/messages.ts'
import type { PeerReportReason, PeerReportState } from '@xinqiao/contract/peer-groups.ts'
import { hourSeconds } from '@xinqiao/contract/time.ts'
import { getMessagesById, listNeighbours, signFilesOf } from '../../../im/chat.ts'
import { recordAudit } from '../../../kit/audit/audit.ts'
import { sealBindings } from '../../../kit/auth/seal-bindings.ts'
import { limitHits } from '../../../kit/auth/throttle.ts'
import { inTransaction, viewerOf, type Ctx, type Kit } from '../../../kit/ctx.ts'
import { isConflict, reserveId, type Db, type Tx } from '../../../kit/db/db.ts'
import type { PageLimits } from '../../../kit/db/lists.ts'
import { formatTime } from '../../../kit/time.ts'
import { transcribeMessage } from '../../chat/transcribe-message.ts'
import * as reportStore from '../records/report-store.ts'
import { selectFormerMember } from '../records/group-store.ts'

const maxReportsPerHour = 20

/** Sealed texts of a report. `message` is null for the report of a member. */
type ReportTexts = Pick<StaffPeerReport, 'text' | 'message' | 'reporterAlias' | 'reportedAlias'> & {
  /** Names by chat account, as the group showed them to the reporter. Reports of older versions have none. */
  names?: Readonly<Record<string, string>>
  /** The address of the reported picture, and the chat account of the reporter, who may open it. */
  picture?: { url: string; reader: number } | undefined
}
type ReportedItem = {
  person: reportStore.TeamPersonRow
  messageId: number
  message: string | null
  picture?: ReportTexts['picture']
}

/** The message, as the reporter sees it. */
export async function requireMessage(
  ctx: Ctx,
  imId: number,
  idServer: string,
  selectSender: (message: WireMessage) => Promise<reportStore.TeamPersonRow | null>,
): Promise<ReportedItem> {
  const reqMsgs = [{ idServer }] as never
  const { msgs } = await getMessagesById({ reqMsgs }, { ...ctx.kit, viewer: { imId } })
  const message = msgs.find((msg) => msg.idServer === idServer)
  const person = message ? await selectSender(message) : null
  if (!message || !person) throw fail('notFound', '这条消息已不存在')
  const { content } = message
  const picture =
    content.type === chatMessageTypes.image && 'file' in content ? { url: content.file.url, reader: imId } : undefined
  return { person, messageId: Number(idServer), message: transcribeMessage(message), picture }
}

type ReportInput = {
  teamId: string
  idServer?: string | undefined
  account?: string | undefined
  reason: PeerReportReason
  text: string
}

export async function reportInGroup(
  ctx: Ctx,
  { teamId: teamIdText, idServer, account = '', reason, text }: ReportInput,
): Promise<null> {
  const { sql } = ctx.kit
  const { id: reporterId } = viewerOf(ctx)
  const teamId = Number(teamIdText)
  const group = orNotFound(await reportStore.selectReportedGroup(sql, teamId))
  const reporter = orNotFound(await reportStore.selectTeamPerson(sql, teamId, { accountId: reporterId }))
  await limitReports(ctx)
  const { person, messageId, message, picture }: ReportedItem =
    idServer === undefined
      ? {
          person: orNotFound(await reportStore.selectTeamPerson(sql, teamId, { accid: account })),
          messageId: 0,
          message: null,
        }
      : await requireMessage(ctx, reporter.im_account_id, idServer, async ({ scene, to, from }) =>
          scene !== 'p2p' && to === `${teamId}` ? reportStore.selectSenderName(sql, teamId, from) : null,
        )
  if (person.account_id === reporterId) throw fail('wrongState', '不能举报自己')
  const neighbourNames = messageId === 0 ? {} : await readNeighbourNames(ctx.kit, messageId)
  const names = { ...neighbourNames, [person.accid]: person.nick, [reporter.accid]: reporter.nick }
  const texts = { text, message, reporterAlias: reporter.nick, reportedAlias: person.nick, names, picture }
  const report = { ...group, reporter_id: reporterId, reported_id: person.account_id, reason }
  return addReport(ctx.kit, { ...report, message_id: messageId }, texts, teamId)
}

/**
 * @param teamId of a running group; null for the report of a former member or of a friend
 * @throws Failure notFound for a group that has just ended, whose reports are settled with it
 */
export async function addReport(
  kit: Kit,
  report: Omit<reportStore.NewReport, 'id' | 'texts_sealed'>,
  texts: ReportTexts,
  teamId: number | null,
): Promise<null> {
  try {
    return await inTransaction(kit, async ({ tx }) => {
      if (teamId !== null) orNotFound(await reportStore.lockRunningTeam(tx, teamId))
      const id = await reserveId(tx, 'peer_report')
      const sealed = kit.secrets.seal(JSON.stringify(texts), sealBindings.peerReportTexts(id))
      await reportStore.insertReport(tx, { ...report, id, texts_sealed: sealed })
      return null
    })
  } catch (error) {
    if (isConflict(error, 'peer_report_once')) throw fail('alreadyReported')
    throw error
  }
}

export const limitReports = (ctx: Ctx): Promise<void> =>
  limitHits(ctx.kit.sql, `peerReport:${viewerOf(ctx).id}`, maxReportsPerHour, hourSeconds)

type ReportInWords = { id: number; reason: PeerReportReason; text: string }

/**
 * A former member sees no messages any more, and so reports in words only.
 * @param nick name of the reporter in the group; null for others than former members
 */
export async function reportInWords(
  ctx: Ctx,
  group: reportStore.ReportedGroup,
  nick: string | null,
  { reason, text }: Omit<ReportInWords, 'id'>,
): Promise<null> {
  const reporterAlias = orNotFound(nick)
  await limitReports(ctx)
  const report = { ...group, reporter_id: viewerOf(ctx).id, reported_id: null, reason, message_id: 0 }
  return addReport(ctx.kit, report, { text, message: null, reporterAlias, reportedAlias: '' }, null)
}

export async function reportAfterLeaving(ctx: Ctx, { id, ...words }: ReportInWords): Promise<null> {
  const member = await selectFormerMember(ctx.kit.sql, id, viewerOf(ctx).id)
  return reportInWords(ctx, { group_id: id, roster_group_id: null, team_id: null }, member?.nick ?? null, words)
}

/** Records who read reported messages, unless there are none. */
export const listReports = (ctx: Ctx, state: PeerReportState | undefined, page: PageLimits) =>
  inTransaction(ctx.kit, async ({ tx }) => {
    const { rows, total } = await reportStore.selectReports(tx, state, page)
    if (rows.length > 0)
      await recordAudit(tx, {
        actorId: viewerOf(ctx).id,
        action: 'peerTextsRead',
        subject: 'peerReport',
        reason: '',
        detail: { count: rows.length },
      })
    const reports = rows.map((row) => ({ row, texts: openTexts(ctx.kit, row) }))
    const linesBeside = await listNeighbourLines(tx, { bodies: ctx.kit.bodies }, reports)
    const content = reports.map((report) => ({
      ...presentReport(report),
      pictureUrl: signPicture(ctx.kit, report),
      neighbours: linesBeside(report),
    }))
    return { content, totalElements: total }
  })

type MessageNeighbour = Awaited<ReturnType<typeof listNeighbours>>[number]
const personKeyOf = ({ to, from }: MessageNeighbour['msg']): string => `${to} ${from}`

/** Names that the groups show now, by team and account. */
async function readShownNames(db: Db, neighbours: readonly MessageNeighbour[]): Promise<ReadonlyMap<string, string>> {
  const people = neighbours.map(({ msg: { to, from } }) => ({ teamId: Number(to), accid: from }))
  const rows = await reportStore.selectShownNames(db, people)
  return new Map(rows.map((row) => [`${row.team_id} ${row.accid}`, row.nick]))
}

/** Names of those who wrote beside the message, by account. */
async function readNeighbourNames({ sql, bodies }: Kit, messageId: number): Promise<Record<string, string>> {
  const neighbours = await listNeighbours(sql, { bodies }, [messageId])
  const names = await readShownNames(sql, neighbours)
  return Object.fromEntries(neighbours.map(({ msg }) => [msg.from, names.get(personKeyOf(msg)) ?? '']))
}

type OpenedReport = { row: reportStore.ListedReport; texts: ReportTexts }

/** Staff read only the reported message of a private chat; in a group, they also read those beside it. */
const isWithNeighbours = ({ state, message_id: id, group_title: title }: reportStore.ListedReport): boolean =>
  state === 'open' && id !== 0 && title !== null

/**
 * The messages before and after each openly reported one. Each writer has the name that the reporter saw.
 */
async function listNeighbourLines(tx: Tx, services: Pick<Kit, 'bodies'>, reports: readonly OpenedReport[]) {
  const messageIds = reports.flatMap(({ row }) => (isWithNeighbours(row) ? [row.message_id] : []))
  if (messageIds.length === 0) return () => []
  const neighbours = await listNeighbours(tx, services, messageIds)
  const shownNames = await readShownNames(tx, neighbours)
  return ({ row, texts: { names = {} } }: OpenedReport) =>
    neighbours
      .filter(({ reportedId }) => isWithNeighbours(row) && reportedId === row.message_id)
      .map(({ isAfter, msg }) => ({
        isAfter,
        alias: names[msg.from] ?? shownNames.get(personKeyOf(msg)) ?? '',
        text: transcribeMessage(msg),
      }))
}

const openTexts = ({ secrets }: Kit, { id, texts_sealed: sealed }: reportStore.ListedReport): ReportTexts =>
  JSON.parse(secrets.open(sealed, sealBindings.peerReportTexts(id))) as ReportTexts

/** The address under which staff see the picture of an open report, as the reporter does. It expires. */
function signPicture(kit: Pick<Kit, 'secrets' | 'config'>, { row, texts: { picture } }: OpenedReport): string | null {
  if (!picture || row.state !== 'open' || !row.has_message) return null
  return signFilesOf(kit, { file: { url: picture.url } }, picture.reader).file.url
}

const presentAccounts = ({ reporter_accid: reporter, reported_accid: reported }: reportStore.ListedReport) =>
  reporter === null || reported === null ? null : { reporter, reported }

function presentReport({
  row,
  texts: { names: _names, picture: _picture, ...texts },
}: OpenedReport): Omit<StaffPeerReport, 'neighbours' | 'pictureUrl'> {
  return {
    id: row.id,
    groupId: row.group_id,
    teamId: row.team_id,
    groupTitle: row.group_title ?? '好友私聊',
    isPrivate: row.group_title === null,
    state: row.state,
    reason: row.reason,
    ...texts,
    accounts: presentAccounts(row),
    outcome: row.outcome,
    createTime: formatTime(row.created_at),
    isMuted: row.is_muted,
    hasMessage: row.has_message && row.group_title !== null,
  }
}

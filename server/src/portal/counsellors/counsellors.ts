// Directory of counsellors: listing, search and following.
import { fail, orNotFound } from '@xinqiao/contract/errors.ts'
import type { Counsellor, CounsellorDetail } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import { createTtlCache } from '../../kit/db/ttl-cache.ts'
import { viewerIdOf, viewerOf, type Ctx } from '../../kit/ctx.ts'
import { formatTime } from '../../kit/time.ts'
import type { PageLimits, PageOfIds } from '../../kit/db/lists.ts'
import { createReactionToggle } from '../reactions/set-reaction.ts'
import { presentFields } from './fields.ts'
import { parseSearchKey } from './search.ts'
import * as store from './store.ts'

type DomainNames = ReadonlyMap<number, string>

const loadDomains = createTtlCache(1_000, async (sql) => {
  const domains = await store.selectDomains(sql)
  const names: DomainNames = new Map(domains.map(({ id, name }) => [id, name]))
  return {
    names,
    searchable: domains.filter(({ enabled }) => enabled),
  }
})

const presentDomains = (ids: readonly number[], names: DomainNames) =>
  ids.flatMap((id) => {
    const domain = names.get(id)
    return domain === undefined ? [] : [{ id, domain }]
  })

const presentCounsellor = (row: store.CounsellorRow, names: DomainNames): Counsellor => ({
  id: row.id,
  userId: row.account_id,
  nickname: row.name,
  avatarName: row.avatar,
  photo: row.avatar,
  gender: row.gender,
  ...presentFields(row),
  domainSet: presentDomains(row.domain_ids, names),
  accid: row.accid,
  collectStatus: row.is_followed,
  followCount: row.follow_count,
  answerCount: row.answer_count,
})

async function presentPage(ctx: Ctx, finding: Promise<PageOfIds>) {
  const [{ ids, total }, { names }] = await Promise.all([finding, loadDomains(ctx.kit)])
  const rows = await store.selectCounsellors(ctx.kit.sql, ids, viewerIdOf(ctx))
  return { content: rows.map((row) => presentCounsellor(row, names)), totalElements: total }
}

type CounsellorListInput = PageLimits & {
  sex?: number | undefined
  domain?: number | undefined
  key?: string | undefined
}

export async function listCounsellors(ctx: Ctx, { sex, domain, key = '', ...page }: CounsellorListInput) {
  const words = parseSearchKey(key, (await loadDomains(ctx.kit)).searchable)
  if (key !== '' && words.length === 0) return { content: [], totalElements: 0 }
  const query = { gender: sex, domainId: domain ?? null, words }
  return presentPage(ctx, store.selectCounsellorIds(ctx.kit.sql, query, page))
}

export async function getCounsellor(
  ctx: Ctx,
  { id, userId }: { id: number; userId?: number | undefined },
): Promise<CounsellorDetail> {
  const { sql } = ctx.kit
  const [[row], { names }, credentials] = await Promise.all([
    store.selectCounsellors(sql, [id], viewerIdOf(ctx)),
    loadDomains(ctx.kit),
    store.selectValidCredentials(sql, id),
  ])
  // portal.md 7: clients send the account of the counsellor or their own; any other account is a mistake
  const isKnownAccount = userId === undefined || userId === row?.account_id || userId === ctx.viewer?.id
  if (!row || !isKnownAccount) throw fail('notFound')
  let { accid } = row
  if (accid === '') {
    accid = (await ctx.kit.chat.openAccount(sql, row.account_id)).accid
    await store.updateAccid(sql, id, accid)
  }
  return {
    ...presentCounsellor(row, names),
    accid,
    credentials: credentials.map(({ valid_until, ...credential }) => ({
      ...credential,
      validUntil: valid_until && formatTime(valid_until),
    })),
  }
}

export const listFollowed = (ctx: Ctx, page: PageLimits) =>
  presentPage(ctx, store.selectFollowedCounsellorIds(ctx.kit.sql, viewerOf(ctx).id, page))

const toggleFollow = createReactionToggle({
  table: 'counsellor_follow',
  target: 'counsellor',
  counter: 'follow_count',
  isOpen: (tx) => tx`is_listed`,
})

export async function setFollowed(ctx: Ctx, counsellorId: number, isOn: boolean): Promise<null> {
  orNotFound(await toggleFollow(ctx.kit, { targetId: counsellorId, accountId: viewerOf(ctx).id, isOn }))
  return null
}

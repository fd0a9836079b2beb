// Sign-in sessions: random tokens, stored only as a hash. They end after a time without use and after an absolute time.
import { stepUpLifeMs, type AccountRestriction } from '@xinqiao/contract/factors.ts'
import { roleNameOf, staff, type RoleId } from '@xinqiao/contract/roles.ts'
import type { Cookie, Ctx, Kit, KitInTransaction, Viewer } from '../../../kit/ctx.ts'
import { hashToken, createToken } from '../../../kit/auth/secrets.ts'
import { endedSignInSessions } from '../../../kit/bus/topic.ts'
import * as store from '../records/store.ts'

const hour = 3600
const day = 24 * hour

/** Sessions of staff are shorter, because staff see other people's data. */
const signInSessionLifeOf = (roleId: number) =>
  staff.includes(roleNameOf(roleId))
    ? { idleSeconds: 2 * hour, lifeSeconds: 12 * hour }
    : { idleSeconds: 14 * day, lifeSeconds: 60 * day }

const systems: [RegExp, string][] = [
  [/HarmonyOS/i, '鸿蒙'],
  [/iPhone/i, 'iPhone'],
  [/iPad/i, 'iPad'],
  [/Android/i, '安卓'],
  [/Windows/i, 'Windows'],
  [/Mac OS X/i, 'Mac'],
  [/Linux/i, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, '微信'],
  [/Edg\//i, 'Edge 浏览器'],
  [/Firefox\//i, '火狐浏览器'],
  [/Chrome\//i, 'Chrome 浏览器'],
  [/Safari\//i, 'Safari 浏览器'],
]

/** Label by which users recognise a device, such as 'Windows · Chrome 浏览器'. */
function describeDevice(userAgent: string): string {
  const findName = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [findName(systems), findName(browsers)].filter(Boolean).join(' · ') || '未知设备'
}

const yearSeconds = 365 * day
const createReadableCookie = (name: string, value: string, maxAgeSeconds: number): Cookie => ({
  name,
  value,
  httpOnly: false,
  maxAgeSeconds,
})

/** Under https, the cookie writer adds the prefix __Host- to HttpOnly cookies. */
export const createSessionCookie = (roleId: number, token: string): Cookie => ({
  name: 'token',
  value: token,
  httpOnly: true,
  maxAgeSeconds: signInSessionLifeOf(roleId).lifeSeconds,
})

/** The cookies of portal.md 3. The server uses only `token`; the others are for clients that read them. */
function createSessionCookies(account: store.AccountRow, token: string, lifeSeconds: number): Cookie[] {
  return [
    createSessionCookie(account.role_id, token),
    createReadableCookie('roleid', `${account.role_id}`, lifeSeconds),
    createReadableCookie('username', account.username, lifeSeconds),
    createReadableCookie('useridList', `${account.id}`, lifeSeconds),
    createReadableCookie('avatarName', account.avatar, lifeSeconds),
    createReadableCookie('typeA', '', lifeSeconds),
  ]
}

export const clearedCookies: Cookie[] = ['token', 'roleid', 'username', 'useridList', 'avatarName', 'typeA'].map(
  (name) => ({
    name,
    value: '',
    httpOnly: name === 'token',
    maxAgeSeconds: 0,
  }),
)

/** Signing in ends the previous session of the browser, because its token may have leaked. */
async function endReplacedSignInSession({ kit, token }: Ctx): Promise<void> {
  if (token === null) return
  const accountId = await store.deleteSignInSession(kit.sql, hashToken(token))
  if (accountId !== null) publishEndedSignInSessions(kit, accountId)
}

/** Starts a session and returns its token, of which only the hash is stored. */
export async function startSignInSession(ctx: Ctx, account: store.AccountRow): Promise<string> {
  const { sql } = ctx.kit
  await endReplacedSignInSession(ctx)
  const token = createToken()
  const life = signInSessionLifeOf(account.role_id)
  await store.insertSignInSession(sql, {
    accountId: account.id,
    tokenHash: hashToken(token),
    device: describeDevice(ctx.userAgent),
    ip: ctx.ip,
    ...life,
  })
  const device = ctx.cookies.device ?? createToken()
  await store.upsertKnownDevice(sql, account.id, hashToken(device))
  ctx.setCookies.push(...createSessionCookies(account, token, life.lifeSeconds), {
    name: 'device',
    value: device,
    httpOnly: true,
    maxAgeSeconds: yearSeconds,
  })
  return token
}

/** Restriction of a new session: a password set by staff is changed first, then a factor is added. */
export function restrictionOfAccount(account: {
  mustChangePassword: boolean
  lacksFactor: boolean
}): AccountRestriction | null {
  if (account.mustChangePassword) return 'changePassword'
  return account.lacksFactor ? 'addFactor' : null
}

type TokenUse = {
  /**
   * True when the cookie had no prefix `__Host-`. Under https, only sessions that began before the prefix existed
   * accept such a cookie.
   */
  isOldName?: boolean
  /** False for polling, which does not extend the session. */
  isActivity?: boolean
}

/** Finds the account of a token, if its session is valid. */
export async function findViewer(
  kit: Kit,
  token: string,
  { isOldName = false, isActivity = true }: TokenUse = {},
): Promise<Viewer | null> {
  if (token.length > 100) return null
  const row = await store.selectSignInSession(kit.sql, {
    tokenHash: hashToken(token),
    factorRoles: kit.config.factorRoles,
    stepUpLifeMs,
  })
  if (!row) return null
  if (isOldName && row.is_host_bound && kit.config.publicUrl.startsWith('https:')) return null
  if (row.is_stale && isActivity)
    await store.markSignInSessionSeen(kit.sql, row.id, signInSessionLifeOf(row.role_id).idleSeconds)
  return {
    id: row.account_id,
    roleId: row.role_id as RoleId,
    username: row.username,
    signInSessionId: row.id,
    restriction: restrictionOfAccount({ mustChangePassword: row.must_change_password, lacksFactor: row.lacks_factor }),
    isConfirmed: row.is_confirmed,
  }
}

const viewerCacheMs = 10_000
const retainedViewerMs = 10 * 60_000
type CachedViewer = { viewer: Viewer; at: number }
/**
 * `ends` counts notifications of ended sessions: the result of a query that began before such a notification is not
 * cached.
 */
type ViewerCache = { byToken: Map<string, CachedViewer>; ends: number }
const viewerCaches = new WeakMap<KitInTransaction, ViewerCache>()

function dropCachedViewers(memory: ViewerCache, accountId: number): void {
  memory.ends += 1
  for (const [token, { viewer }] of memory.byToken) if (viewer.id === accountId) memory.byToken.delete(token)
}

function viewerCacheOf(kit: KitInTransaction): ViewerCache {
  const cache = viewerCaches.get(kit)
  if (cache) return cache
  const memory: ViewerCache = { byToken: new Map(), ends: 0 }
  viewerCaches.set(kit, memory)
  endedSignInSessions.subscribe(kit.bus, (accountId) => dropCachedViewers(memory, accountId))
  // notifications may have been lost while the bus was disconnected
  kit.bus.onRestored(() => clearSignInSessionCache(kit))
  return memory
}

/** Drops all cached sessions of this node. */
export function clearSignInSessionCache(kit: KitInTransaction): void {
  const memory = viewerCacheOf(kit)
  memory.ends += 1
  memory.byToken.clear()
}

/**
 * Drops ended sessions from the cache of this node, and notifies the other nodes. Call it after the commit that ended
 * them.
 */
export function publishEndedSignInSessions(kit: KitInTransaction, accountId: number): void {
  dropCachedViewers(viewerCacheOf(kit), accountId)
  endedSignInSessions.publish(kit.bus, accountId)
}

/**
 * Finds the viewer of a frequent request. The session is cached for ten seconds, or until the node is notified of its
 * end.
 */
export async function findCachedViewer(kit: Kit, token: string, use?: TokenUse): Promise<Viewer | null> {
  const memory = viewerCacheOf(kit)
  const { byToken, ends } = memory
  const now = performance.now()
  const cachedViewer = byToken.get(token)
  if (cachedViewer && now - cachedViewer.at < viewerCacheMs) return cachedViewer.viewer
  const viewer = await findViewer(kit, token, use)
  byToken.delete(token)
  if (viewer && memory.ends === ends) byToken.set(token, { viewer, at: now })
  // the Map is in the order of insertion, so the oldest entries come first
  for (const [old, { at }] of byToken) {
    if (now - at < retainedViewerMs) break
    byToken.delete(old)
  }
  return viewer
}

/** True when the session of this token was used within the last minutes. */
export const isViewerCached = (kit: Kit, token: string): boolean => viewerCacheOf(kit).byToken.has(token)

export const isStaff = (viewer: Viewer | null): boolean => viewer !== null && staff.includes(roleNameOf(viewer.roleId))

// The public addresses, those of portal.md 2 verbatim. Every link is built from this table. A path is served only once
// portal/src/pages.ts lists it; menus omit all others.
export const routes = {
  dashBoard: '/',
  login: '/login/index',
  register: '/login/register',
  forget: '/login/forget',
  association: '/association/index',
  learning: '/learning/index',
  dynamic: '/dynamic/index',
  detail: '/detail/index',
  member: '/member/index',
  group: '/group/index',
  setting: '/setting/index',
  consult: '/Consult/index',
  consultDetail: '/ConsultDetail/index',
  message: '/message/index',
  psychology: '/psychology/index',
  academic: '/academic/xueshunianhui',
  essay: '/academic/essay',
  competition: '/academic/competition',
  individual: '/academic/individual',
  individual1: '/academic/individual1',
  participants: '/academic/participants',
  payment: '/academic/payment',
  paymentChannel: '/academic/paymentchanne',
  examination: '/examination/examination',
  paper: '/examination/paper',
  historyPapers: '/examination/historypapers',
  baywindow: '/Baywindow/baywindow',
  // addresses that portal.md does not have
  submissions: '/academic/submissions',
  review: '/academic/review',
  myMeetings: '/academic/meetings',
  place: '/academic/place',
  credits: '/academic/credits',
  awards: '/academic/awards',
  certificate: '/certificate/index',
  myMembership: '/member/mine',
  directory: '/member/directory',
  im: '/im/index',
  call: '/im/call',
  groupCall: '/im/group-call',
  imDocs: '/im/docs',
  imPlayground: '/im/playground',
  booking: '/booking/index',
  peerGroups: '/groups',
  peerGroup: '/groups/detail',
  rosterGroups: '/groups/mine',
  ledGroups: '/groups/lead',
  lectures: '/lectures',
  lecture: '/lectures/detail',
  orders: '/order/index',
  dues: '/member/dues',
  selfTest: '/selftest/index',
  preview: '/preview/article',
  privacy: '/legal/privacy',
  terms: '/legal/terms',
} as const
export type RouteName = keyof typeof routes

/** Addresses that the server serves without a page of the portal. */
export const serverRoutes = { console: '/admin', care: '/care', rss: '/rss.xml', sitemap: '/sitemap.xml' } as const

/** A path with a query; names without a value are omitted. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

const anyOrigin = 'http://local.invalid'

/**
 * Resolves the target of `next`, `back` or a link inside this site, as a browser would.
 * @returns path, query and hash, in ASCII; null when the target is not a path or is outside of the site
 */
export function toLocalPath(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/') || value.length > 2_000) return null
  if (!URL.canParse(value, anyOrigin)) return null
  const { origin, pathname, search, hash } = new URL(value, anyOrigin)
  // `/.//host` resolves to the path `//host`, in which the next parser would see a host
  return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : null
}

const sitePaths = new Set<string>(Object.values(routes))

/** True for a path from `toLocalPath` to a page of the table. The item that its query names may be missing. */
export const isSitePage = (localPath: string): boolean => sitePaths.has(new URL(localPath, anyOrigin).pathname)

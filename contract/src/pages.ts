// What passes between the server, which owns requests, and the portal, which renders pages.
// The portal is built by Vite, so the two meet only through these types.
import type { PortalApi } from './http/index.ts'
import type { User } from './http/accounts.ts'

/**
 * The files of one build that a page needs, as addresses. The build writes them to portal/build/assets.json;
 * in development they are Vite's own: css ['/src/app.css'], script '/src/site/site.ts', screens '/src/screens.tsx';
 * a screen's own styles then come with its modules.
 */
export type PageAssets = {
  css: string[]
  /** The small script of every page. */
  script: string
  /** The module that hydrates whichever screen is in the page. */
  screens: string
  /** Screen name -> modules to fetch at once, so that hydration needs no second round trip. */
  preload: Record<string, string[]>
  /** Screen name -> stylesheets of its own, beside those of every page. */
  styles: Record<string, string[]>
}

export type PageRequest = {
  /** Path and query, as asked for. */
  url: URL
  api: PortalApi
  viewer: User | null
  /** 关怀模式: larger text, chosen by the visitor and kept in a cookie. */
  large: boolean
  /** Start of canonical addresses, without a slash at the end. */
  origin: string
  assets: PageAssets
  /** The site runs with stand-ins at an address that others can reach: every page says so. */
  isTrial: boolean
}

/** Shown on every page of such a site, in the console too. */
export const trialNotice = '试用环境：短信与付款均为模拟，不会真的发送或扣款。请勿填写真实的个人信息。'

/** `location` is set for a redirect; then there is no body. */
export type PageReply = { status: number; html: string; location?: string }

export type ServedPage = { path: string; params: readonly string[]; cached: boolean; indexed: boolean }

/** What the built portal exports to the server. */
export type PortalBuild = {
  renderPage: (request: PageRequest) => Promise<PageReply>
  /** The page for a request that failed before it could be rendered. */
  renderError: (request: PageRequest, status: number, message: string) => Promise<PageReply>
  /** For the page cache and the sitemap: the served paths and the query names that tell their pages apart. */
  servedPages: ServedPage[]
}

// Interface between the server, which handles requests, and the portal, which renders pages. Vite builds the portal, so
// both sides share only these types.
import type { PortalApi } from './http/index.ts'
import type { User } from './http/accounts/accounts.ts'

/**
 * Addresses of one build's files for a page. The build writes them to portal/build/assets.json. In development they are
 * Vite's: css ['/src/app.css'], script '/src/site/site.ts', screens '/src/screens.tsx'; a screen's styles then come
 * with its modules.
 */
export type PageAssets = {
  css: string[]
  /** The small script that every page loads. */
  script: string
  /** The module that hydrates the screen of a page. */
  screens: string
  /** Screen name -> modules to preload, so that hydration needs no second round trip. */
  preload: Record<string, string[]>
  /** Screen name -> additional stylesheets of the screen. */
  styles: Record<string, string[]>
}

export type PageRequest = {
  /** Path and query of the request. */
  url: URL
  api: PortalApi
  viewer: User | null
  /** 关怀模式: larger text, chosen by the visitor and stored in a cookie. */
  large: boolean
  /** Origin of canonical addresses, without a trailing slash. */
  origin: string
  assets: PageAssets
  /** True when the site runs with stand-ins at a public address: every page then shows a notice. */
  isTrial: boolean
}

/** Notice on every page of a trial, including the console. */
export const trialNotice = '试用环境：短信与付款均为模拟，不会真的发送或扣款。请勿填写真实的个人信息。'

/** `location` is set for a redirect, which has no body. */
export type PageReply = { status: number; html: string; location?: string }

export type ServedPage = { path: string; params: readonly string[]; cached: boolean; indexed: boolean }

/** Exports of the built portal to the server. */
export type PortalBuild = {
  renderPage: (request: PageRequest) => Promise<PageReply>
  /** Renders the page for a request that failed before its page could be rendered. */
  renderError: (request: PageRequest, status: number, message: string) => Promise<PageReply>
  /** The served paths, and the query names that distinguish their pages; for the page cache and the sitemap. */
  servedPages: ServedPage[]
}

// What passes between the server, which owns requests, and the portal, which renders pages.
// The portal is built by Vite, so the two meet only through these types.
import type { PortalApi } from './http/index.ts'
import type { User } from './http/accounts.ts'

/** The files of one build that a page needs, by their hashed names. */
export type PageAssets = { css: string[]; script: string; screens: Record<string, string> }

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
}

/** `location` is set for a redirect; then there is no body. */
export type PageReply = { status: number; html: string; location?: string }

/** What the built portal exports to the server. */
export type PortalBuild = {
  renderPage: (request: PageRequest) => Promise<PageReply>
  /** The page for a request that failed before it could be rendered. */
  renderError: (request: PageRequest, status: number, message: string) => Promise<PageReply>
  /** For the page cache and the sitemap: the served paths and the query names that tell their pages apart. */
  servedPages: { path: string; params: readonly string[]; cached: boolean; indexed: boolean }[]
}

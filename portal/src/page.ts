// Definition of a page: one document per address, which is loaded, gets its head, and is rendered to HTML on the
// server.
import type { ReactNode } from 'react'
import type { SiteSettingsWithPictures } from '@xinqiao/contract/http/articles/site.ts'
import type { PageRequest } from '@xinqiao/contract/pages.ts'

export type PageMetadata = {
  title: string
  description: string
  /** Canonical path and query, with only the parameters that identify the page. */
  canonical: string
  /** Address of the share picture; defaults to the site's. */
  image?: string
  type?: 'website' | 'article'
  jsonLd?: readonly object[]
  /** True for a page without scripts: the console shows a draft in a sandboxed frame. */
  isInert?: true
}

/** Data of every view and the layout. */
export type PageContext = {
  request: PageRequest
  settings: SiteSettingsWithPictures
  /** Path and query to return to. */
  here: string
  /** False for a path whose page does not exist yet, so that links to it are omitted. */
  isServed: (path: string) => boolean
}

export type ViewProps<D> = { data: D; site: PageContext }

export type PageDefinition<D = unknown> = {
  /** Query parameters that identify the page; any other is ignored. */
  params: readonly string[]
  cached: boolean
  indexed: boolean
  /** The name of the screen that is hydrated in this page; see screens.tsx. */
  screen?: string
  load(request: PageRequest): Promise<D>
  head(data: D, site: PageContext): PageMetadata
  View(this: void, props: ViewProps<D>): ReactNode
}

/** Checks that the parts of a page use one data type, which the table of pages does not keep. */
export const definePage = <D>(page: PageDefinition<D>): PageDefinition => page

/** Thrown by a loader to redirect the visitor. */
export class Redirect extends Error {
  readonly location: string
  constructor(location: string) {
    super(`redirect to ${location}`)
    this.location = location
  }
}

export const loadNothing = () => Promise.resolve(null)

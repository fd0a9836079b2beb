// What a page is. One document per address: loaded, given its head, rendered to HTML, all on the server.
import type { ReactNode } from 'react'
import type { SiteView } from '@xinqiao/contract/http/site.ts'
import type { PageRequest } from '@xinqiao/contract/pages.ts'

export type Head = {
  title: string
  description: string
  /** Path and query under which this page is known, without what does not tell pages apart. */
  canonical: string
  /** Address of the share picture; the site's own when absent. */
  image?: string
  type?: 'website' | 'article'
  jsonLd?: readonly object[]
  /** No script at all: a draft is shown in a sandboxed frame of the console, only to be looked at. */
  isInert?: true
}

/** What every view and the frame around it know. */
export type Site = {
  request: PageRequest
  settings: SiteView
  /** Path and query to come back to. */
  here: string
  /** False for a path whose page is not built yet: no link may lead there. */
  isServed: (path: string) => boolean
}

export type ViewProps<D> = { data: D; site: Site }

export type Page<D = unknown> = {
  /** Names in the query that tell pages apart; any other is ignored. */
  params: readonly string[]
  cached: boolean
  indexed: boolean
  /** The name of the screen that is hydrated in this page; see screens.tsx. */
  screen?: string
  load(request: PageRequest): Promise<D>
  head(data: D, site: Site): Head
  View(this: void, props: ViewProps<D>): ReactNode
}

/** Lets a page's parts agree on its data; the table of pages then forgets what it is. */
export const definePage = <D>(page: Page<D>): Page => page

/** Thrown by a loader to send the visitor elsewhere. */
export class Redirect extends Error {
  readonly location: string
  constructor(location: string) {
    super(`redirect to ${location}`)
    this.location = location
  }
}

export const nothing = () => Promise.resolve(null)

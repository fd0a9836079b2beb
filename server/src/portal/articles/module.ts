// Module of the server (see modules.ts): articles, banners and site settings.
import type { Module } from '../../kit/module.ts'
import { deleteAbandonedFiles } from './abandoned-files.ts'
import { articleHandlers, siteHandlers, staffArticleHandlers, staffSiteHandlers } from './handlers.ts'

export const articlesModule = {
  handlers: { ...articleHandlers, ...siteHandlers, ...staffArticleHandlers, ...staffSiteHandlers },
  jobs: [{ name: 'abandoned files', everySeconds: 24 * 3600, run: deleteAbandonedFiles }],
} satisfies Module

// Handlers of the endpoints of articles, banners, the floating ad and site settings.
import type { articles } from '@xinqiao/contract/http/articles/articles.ts'
import type { site, staffSite } from '@xinqiao/contract/http/articles/site.ts'
import type { staffArticles } from '@xinqiao/contract/http/articles/staff.ts'
import { fail } from '@xinqiao/contract/errors.ts'
import { viewerOf, type Ctx, type Handlers } from '../../kit/ctx.ts'
import type { UploadedFile } from '../../kit/files/uploads.ts'
import { recordSecurityEvent } from '../../kit/audit/security-events.ts'
import * as rules from './articles.ts'
import { storeAttachment } from './attachments.ts'
import { storePicture } from './pictures.ts'
import { presentAttachment, presentPicture } from './present.ts'
import * as siteRules from './site.ts'
import { importWord } from './word-import.ts'

export const articleHandlers: Handlers<typeof articles> = {
  'GET /psychologyArticle/listHeadBanner': async (_input, { kit }) =>
    (await siteRules.listBanners(kit.sql, 'head')).map((banner) => ({ ...banner, bannerPic: banner.picture.src })),
  'GET /psychologyArticle/listSmallBanner': async (_input, { kit }) =>
    (await siteRules.listBanners(kit.sql, 'small')).map((banner) => ({ ...banner, articlePic: banner.picture.src })),
  'GET /psychologyArticle/home': (_input, { kit }) => rules.listHomeArticles(kit),
  'GET /psychologyArticle/list': ({ psychologyColumnId, tagId, ...page }, { kit }) =>
    rules.listArticles(kit, { columnId: psychologyColumnId, tagId, ...page }),
  'GET /psychologyArticle/getById': ({ id }, { kit }) => rules.getArticle(kit, id),
}

export const siteHandlers: Handlers<typeof site> = {
  'GET /site/settings': (_input, { kit }) => siteRules.getSiteSettings(kit.sql),
  'GET /site/floatingAd': (_input, { kit }) => siteRules.getFloatingAd(kit.sql),
}

/** Stores an upload. The security log records a refused one, because it may be an attack. */
async function storeUpload<T>(ctx: Ctx, store: (file: UploadedFile) => Promise<T>): Promise<T> {
  const { file } = ctx
  if (!file || file.size === 0) throw fail('fileMissing')
  try {
    return await store(file)
  } catch (error) {
    await recordSecurityEvent(ctx, 'fileRefused', viewerOf(ctx).id, { bytes: file.size })
    throw error
  }
}

export const staffArticleHandlers: Handlers<typeof staffArticles> = {
  'GET /admin/articles': ({ state, psychologyColumnId, key, ...page }, { kit }) =>
    rules.listArticlesForStaff(kit, {
      state,
      columnId: psychologyColumnId,
      key,
      ...page,
    }),
  'GET /admin/article': ({ id }, { kit }) => rules.getArticleForStaff(kit.sql, id),
  'GET /admin/article/preview': ({ id }, { kit }) => rules.previewArticle(kit.sql, id),
  'POST /admin/article': (draft, ctx) => rules.createArticle(ctx, draft),
  'PUT /admin/article': (draft, ctx) => rules.saveArticle(ctx, draft),
  'POST /admin/article/publish': (input, ctx) => rules.publishArticle(ctx, input),
  'POST /admin/article/withdraw': (input, ctx) => rules.withdrawArticle(ctx, input),
  'DELETE /admin/article': async (input, ctx) => {
    await rules.deleteArticle(ctx, input)
    return null
  },
  'POST /admin/article/importWord': (_input, ctx) =>
    storeUpload(ctx, async (file) => importWord(ctx.kit, await file.read(), viewerOf(ctx).id)),
  'POST /admin/picture': (_input, ctx) =>
    storeUpload(ctx, async (file) => presentPicture(await storePicture(ctx.kit, await file.read(), viewerOf(ctx).id))),
  'POST /admin/attachment': (_input, ctx) =>
    storeUpload(ctx, async (file) => presentAttachment(await storeAttachment(ctx.kit, file, viewerOf(ctx).id))),
}

export const staffSiteHandlers: Handlers<typeof staffSite> = {
  'GET /admin/banners': (_input, { kit }) => siteRules.listBanners(kit.sql),
  'POST /admin/banner': (draft, ctx) => siteRules.saveBanner(ctx, draft),
  'PUT /admin/banner': ({ id, ...draft }, ctx) => siteRules.saveBanner(ctx, draft, id),
  'DELETE /admin/banner': async ({ id }, ctx) => {
    await siteRules.deleteBanner(ctx, id)
    return null
  },
  'GET /admin/floatingAd': (_input, { kit }) => siteRules.getFloatingAdSettings(kit.sql),
  'PUT /admin/floatingAd': (draft, ctx) => siteRules.saveFloatingAd(ctx, draft),
  'PUT /admin/site': (settings, ctx) => siteRules.saveSiteSettings(ctx, settings),
}

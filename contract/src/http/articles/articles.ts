// Articles and banners for visitors.
import { z } from 'zod'
import { endpoint, Id, EmptyInput, optional, pageSchemaOf, paging, toLimits, Time, SmallId } from '../endpoint.ts'
import { pageSizes } from '../../limits.ts'

export { articleStates, columns, tags } from '../../articles.ts'

// ---- for visitors

export const ColumnId = z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择栏目')
export const TagId = z.union([z.literal(1), z.literal(4)], '请选择标签')

/** A picture in its generated sizes; `src` is the WebP fallback. */
export const Picture = z.object({
  key: z.string(),
  src: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
})
export type Picture = z.infer<typeof Picture>

export const ArticleCard = z.object({
  id: z.number(),
  title: z.string(),
  time: Time,
  createTime: Time,
  description: z.string(),
  articlePic: z.string(),
  bannerPic: z.string(),
  enclosure: z.string(),
  psychologyColumnId: ColumnId,
  tagId: TagId.nullable(),
  pinned: z.boolean(),
  picture: Picture.nullable(),
})
export type ArticleCard = z.infer<typeof ArticleCard>

const Neighbour = z.object({ id: z.number(), title: z.string() }).nullable()
export const Attachment = z.object({ id: z.number(), name: z.string(), url: z.string(), bytes: z.number() })
export type Attachment = z.infer<typeof Attachment>

export const Article = ArticleCard.extend({
  content: z.string(),
  attachments: z.array(Attachment),
  updateTime: Time,
  prevArticle: Neighbour,
  nextArticle: Neighbour,
})
export type Article = z.infer<typeof Article>

const BannerView = { id: z.number(), title: z.string(), link: z.string(), picture: Picture }
export const HeadBanner = z.object({ ...BannerView, bannerPic: z.string(), subtitle: z.string() })
export const SmallBanner = z.object({ ...BannerView, articlePic: z.string() })
export type HeadBanner = z.infer<typeof HeadBanner>
export type SmallBanner = z.infer<typeof SmallBanner>

export const articles = {
  'GET /psychologyArticle/listHeadBanner': endpoint({
    who: 'anyone',
    summary: '首页头图',
    input: EmptyInput,
    output: z.array(HeadBanner),
  }),
  'GET /psychologyArticle/listSmallBanner': endpoint({
    who: 'anyone',
    summary: '首页小轮播图',
    input: EmptyInput,
    output: z.array(SmallBanner),
  }),
  'GET /psychologyArticle/home': endpoint({
    who: 'anyone',
    summary: '首页三个栏目的最新文章，一次取齐',
    input: EmptyInput,
    output: z.object({
      dynamics: z.array(ArticleCard),
      notices: z.array(ArticleCard),
      learning: z.array(ArticleCard),
    }),
  }),
  'GET /psychologyArticle/list': endpoint({
    who: 'anyone',
    summary: '文章列表',
    input: z
      .object({ ...paging(pageSizes.articles), psychologyColumnId: optional(SmallId), tagId: optional(SmallId) })
      .transform(toLimits),
    output: pageSchemaOf(ArticleCard),
  }),
  'GET /psychologyArticle/getById': endpoint({
    who: 'anyone',
    summary: '文章详情，含上一篇与下一篇',
    input: z.object({ id: Id }),
    output: Article,
    errors: ['notFound'],
  }),
}

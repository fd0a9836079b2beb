// Articles, banners, the floating ad and the site's own settings: what visitors read and what editors write.
import { z } from 'zod'
import { call, Done, filled, Id, Nothing, optional, pageOf, paging, text, Time } from './row.ts'
import { limits, pageSizes } from '../limits.ts'

export { articleStates, columns, tags, type ColumnId, type TagId } from '../columns.ts'

// ---- what visitors see

const ColumnId = z.union([z.literal(1), z.literal(2), z.literal(3)], '请选择栏目')
const TagId = z.union([z.literal(1), z.literal(4)], '请选择标签')

/** Columns and tags are numbered in two bytes. */
const SmallId = Id.max(32_767, '编号不正确')

/** A picture in the sizes it was made in; `src` is the WebP fallback. */
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
  'GET /psychologyArticle/listHeadBanner': call({
    who: 'anyone',
    summary: '首页头图',
    input: Nothing,
    output: z.array(HeadBanner),
  }),
  'GET /psychologyArticle/listSmallBanner': call({
    who: 'anyone',
    summary: '首页小轮播图',
    input: Nothing,
    output: z.array(SmallBanner),
  }),
  'GET /psychologyArticle/list': call({
    who: 'anyone',
    summary: '文章列表',
    input: z.object({ ...paging(pageSizes.articles), psychologyColumnId: optional(SmallId), tagId: optional(SmallId) }),
    output: pageOf(ArticleCard),
  }),
  'GET /psychologyArticle/getById': call({
    who: 'anyone',
    summary: '文章详情，含上一篇与下一篇',
    input: z.object({ id: Id }),
    output: Article,
    errors: ['notFound'],
  }),
}

// ---- the site's frame

const SafeLink = text(500, '链接不能超过500个字').refine(
  (value) => value === '' || /^\/(?![/\\])/.test(value) || /^(https?:\/\/|tel:|mailto:)[^\s]+$/i.test(value),
  '链接须以 / 或 https:// 开头',
)
export const FloatingAd = z.object({ title: z.string(), link: z.string(), picture: Picture })
export type FloatingAd = z.infer<typeof FloatingAd>

export const SiteSettings = z.object({
  name: filled(40, '请输入站点名称'),
  englishName: text(80),
  description: text(200),
  address: text(100),
  postcode: text(10),
  phone: text(40),
  email: text(100),
  icp: text(60),
  police: text(60),
  links: z.array(z.object({ title: filled(30, '请输入链接名称'), url: SafeLink })).max(20, '友情链接不能超过20个'),
})
export type SiteSettings = z.infer<typeof SiteSettings>

export const site = {
  'GET /site/settings': call({ who: 'anyone', summary: '页脚与备案等站点信息', input: Nothing, output: SiteSettings }),
  'GET /site/floatingAd': call({ who: 'anyone', summary: '飘窗', input: Nothing, output: FloatingAd.nullable() }),
}

// ---- what editors write

const editors = ['administrator', 'editor'] as const
export const ArticleState = z.enum(['draft', 'scheduled', 'published', 'withdrawn'])
export type ArticleState = z.infer<typeof ArticleState>

export const ArticleDraft = z.object({
  title: filled(100, '请输入标题', '标题不能超过100个字'),
  description: text(300, '摘要不能超过300个字'),
  content: z.string('请输入正文').max(limits.articleBytes, '正文过长'),
  psychologyColumnId: ColumnId,
  tagId: TagId.nullable(),
  pictureKey: text(64).nullable(),
  attachmentIds: z.array(Id).max(20, '附件不能超过20个'),
  pinned: z.boolean(),
})
export type ArticleDraft = z.infer<typeof ArticleDraft>

export const StaffArticle = ArticleDraft.extend({
  content: z.string(),
  id: z.number(),
  state: ArticleState,
  /** Null until it has been published or scheduled once. */
  publishTime: Time.nullable(),
  updateTime: Time,
  authorName: z.string(),
  version: z.number(),
  picture: Picture.nullable(),
  attachments: z.array(Attachment),
})
export type StaffArticle = z.infer<typeof StaffArticle>
export const StaffArticleRow = StaffArticle.omit({
  content: true,
  attachments: true,
  attachmentIds: true,
  picture: true,
})
export type StaffArticleRow = z.infer<typeof StaffArticleRow>

const Version = z.object({ id: Id, version: Id })
/** China time as the pickers send it, or an ISO instant. */
const Instant = z
  .string('请选择时间')
  .regex(
    /^(?:19[7-9]|20\d)\d-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?$/,
    '时间格式应为 年-月-日 时:分:秒',
  )
  .refine((value) => !Number.isNaN(Date.parse(value.replace(' ', 'T'))), '时间不正确')

export const Banner = z.object({
  id: z.number(),
  kind: z.enum(['head', 'small']),
  title: z.string(),
  subtitle: z.string(),
  link: z.string(),
  picture: Picture,
  position: z.number(),
  enabled: z.boolean(),
})
export type Banner = z.infer<typeof Banner>
const BannerDraft = z.object({
  kind: z.enum(['head', 'small'], '请选择位置'),
  title: filled(60, '请输入标题', '标题不能超过60个字'),
  subtitle: text(120),
  link: SafeLink,
  pictureKey: filled(64, '请上传图片'),
  position: z.number('请输入排序').int('排序须为整数').min(0, '排序不能小于0').max(9999, '排序不能大于9999'),
  enabled: z.boolean(),
})
export type BannerDraft = z.infer<typeof BannerDraft>

const FloatingAdDraft = z.object({
  enabled: z.boolean(),
  title: filled(60, '请输入标题', '标题不能超过60个字'),
  link: SafeLink,
  pictureKey: text(64).nullable(),
})
export const FloatingAdSettings = z.object({
  enabled: z.boolean(),
  title: z.string(),
  link: z.string(),
  pictureKey: z.string().nullable(),
  picture: Picture.nullable(),
})
export type FloatingAdSettings = z.infer<typeof FloatingAdSettings>

export const staffArticles = {
  'GET /admin/articles': call({
    who: editors,
    summary: '文章管理列表',
    input: z.object({
      ...paging(20),
      state: optional(ArticleState),
      psychologyColumnId: optional(SmallId),
      key: optional(text(50, '搜索词不能超过50个字')),
    }),
    output: pageOf(StaffArticleRow),
  }),
  'GET /admin/article': call({
    who: editors,
    summary: '编辑中的文章',
    input: z.object({ id: Id }),
    output: StaffArticle,
    errors: ['notFound'],
  }),
  'GET /admin/article/preview': call({
    who: editors,
    summary: '按前台样子预览，不论状态',
    input: z.object({ id: Id }),
    output: Article,
    errors: ['notFound'],
  }),
  'POST /admin/article': call({
    who: editors,
    summary: '新建草稿',
    input: ArticleDraft,
    output: StaffArticle,
    bodyBytes: limits.articleBytes,
    errors: ['invalid'],
  }),
  'PUT /admin/article': call({
    who: editors,
    summary: '保存文章；版本不符时拒绝',
    input: ArticleDraft.extend(Version.shape),
    output: StaffArticle,
    bodyBytes: limits.articleBytes,
    errors: ['invalid', 'notFound', 'changedMeanwhile'],
  }),
  'POST /admin/article/publish': call({
    who: editors,
    summary: '立即发布，或在 publishTime 定时发布',
    input: Version.extend({ publishTime: optional(Instant) }),
    output: StaffArticle,
    errors: ['notFound', 'changedMeanwhile'],
  }),
  'POST /admin/article/withdraw': call({
    who: editors,
    summary: '撤回（已发布或定时的文章）',
    input: Version,
    output: StaffArticle,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'DELETE /admin/article': call({
    who: editors,
    summary: '删除草稿或已撤回的文章',
    input: Version,
    output: Done,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/article/importWord': call({
    who: editors,
    summary: '把 .docx 转成可编辑的正文，图片一并存入',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.wordBytes },
    output: z.object({ title: z.string(), content: z.string(), warnings: z.array(z.string()) }),
    errors: ['fileMissing', 'notAWordFile', 'tooLarge'],
  }),
  'POST /admin/picture': call({
    who: editors,
    summary: '上传图片，转为 AVIF 与 WebP 多种尺寸，去除拍摄信息',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.pictureBytes },
    output: Picture,
    errors: ['fileMissing', 'notAPicture', 'pictureTooLarge', 'tooLarge'],
  }),
  'POST /admin/attachment': call({
    who: editors,
    summary: '上传附件，按内容识别类型',
    input: Nothing,
    upload: { field: 'file', maxBytes: limits.attachmentBytes },
    output: Attachment,
    errors: ['fileMissing', 'wrongFileKind', 'tooLarge'],
  }),
  'GET /admin/banners': call({ who: editors, summary: '轮播图管理', input: Nothing, output: z.array(Banner) }),
  'POST /admin/banner': call({
    who: editors,
    summary: '新建轮播图',
    input: BannerDraft,
    output: Banner,
    errors: ['invalid'],
  }),
  'PUT /admin/banner': call({
    who: editors,
    summary: '修改轮播图',
    input: BannerDraft.extend({ id: Id }),
    output: Banner,
    errors: ['invalid', 'notFound'],
  }),
  'DELETE /admin/banner': call({
    who: editors,
    summary: '删除轮播图',
    input: z.object({ id: Id }),
    output: Done,
    errors: ['notFound'],
  }),
  'GET /admin/floatingAd': call({ who: editors, summary: '飘窗设置', input: Nothing, output: FloatingAdSettings }),
  'PUT /admin/floatingAd': call({
    who: editors,
    summary: '修改飘窗',
    input: FloatingAdDraft,
    output: FloatingAdSettings,
    errors: ['invalid'],
  }),
  'PUT /admin/site': call({
    who: ['administrator'],
    summary: '修改站点信息',
    input: SiteSettings,
    output: SiteSettings,
  }),
}

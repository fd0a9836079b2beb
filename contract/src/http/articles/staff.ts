// Articles for editors: drafts, states, uploads.
import { keysOf } from '../../keys.ts'
import { auditChangeOf, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { articleStates, type ArticleState } from '../../articles.ts'
import { Article, Attachment, ColumnId, Picture, TagId } from './articles.ts'
import {
  endpoint,
  EmptyReply,
  requiredText,
  Id,
  Instant,
  EmptyInput,
  optional,
  pageSchemaOf,
  paging,
  toLimits,
  text,
  Time,
  SmallId,
} from '../endpoint.ts'
import { limits } from '../../limits.ts'

const editors = ['administrator', 'editor'] as const
const State = z.enum(keysOf<ArticleState>(articleStates))

export const ArticleDraft = z.object({
  title: requiredText(100, '请输入标题', '标题不能超过100个字'),
  description: text(300, '摘要不能超过300个字'),
  content: z.string('请输入正文').max(limits.maxArticleBytes, '正文过长'),
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
  state: State,
  /** Time of publication; null until the article is published or scheduled for the first time. */
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

export const staffArticles = {
  'GET /admin/articles': endpoint({
    who: editors,
    summary: '文章管理列表',
    input: z
      .object({
        ...paging(20),
        state: optional(State),
        psychologyColumnId: optional(SmallId),
        key: optional(text(50, '搜索词不能超过50个字')),
      })
      .transform(toLimits),
    output: pageSchemaOf(StaffArticleRow),
  }),
  'GET /admin/article': endpoint({
    who: editors,
    summary: '编辑中的文章',
    input: z.object({ id: Id }),
    output: StaffArticle,
    errors: ['notFound'],
  }),
  'GET /admin/article/preview': endpoint({
    who: editors,
    summary: '按前台样子预览，不论状态',
    input: z.object({ id: Id }),
    output: Article,
    errors: ['notFound'],
  }),
  'POST /admin/article': endpoint({
    who: editors,
    summary: '新建草稿',
    audit: auditCreationOf('article'),
    input: ArticleDraft,
    output: StaffArticle,
    bodyBytes: limits.maxArticleBytes,
    errors: ['invalid'],
  }),
  'PUT /admin/article': endpoint({
    who: editors,
    summary: '保存文章；版本不符时拒绝',
    audit: auditChangeOf('article'),
    input: ArticleDraft.extend(Version.shape),
    output: StaffArticle,
    bodyBytes: limits.maxArticleBytes,
    errors: ['invalid', 'notFound', 'changedMeanwhile'],
  }),
  'POST /admin/article/publish': endpoint({
    who: editors,
    summary: '立即发布，或在 publishTime 定时发布',
    audit: auditChangeOf('article'),
    input: Version.extend({ publishTime: optional(Instant) }),
    output: StaffArticle,
    errors: ['notFound', 'changedMeanwhile'],
  }),
  'POST /admin/article/withdraw': endpoint({
    who: editors,
    summary: '撤回（已发布或定时的文章）',
    audit: auditChangeOf('article'),
    input: Version,
    output: StaffArticle,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'DELETE /admin/article': endpoint({
    who: editors,
    summary: '删除草稿或已撤回的文章',
    audit: auditChangeOf('article'),
    input: Version,
    output: EmptyReply,
    errors: ['notFound', 'changedMeanwhile', 'wrongState'],
  }),
  'POST /admin/article/importWord': endpoint({
    who: editors,
    summary: '把 .docx 转成可编辑的正文，图片一并存入',
    // not audited: stores only a picture; the article that uses it is audited
    audit: null,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxWordBytes },
    output: z.object({ title: z.string(), content: z.string(), warnings: z.array(z.string()) }),
    errors: ['fileMissing', 'notAWordFile', 'tooLarge', 'tooManyRequests'],
  }),
  'POST /admin/picture': endpoint({
    who: editors,
    summary: '上传图片，转为 AVIF 与 WebP 多种尺寸，去除拍摄信息',
    // not audited: stores only a file; the content that uses it is audited
    audit: null,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxPictureBytes },
    output: Picture,
    errors: ['fileMissing', 'notAPicture', 'pictureTooLarge', 'tooLarge'],
  }),
  'POST /admin/attachment': endpoint({
    who: editors,
    summary: '上传附件，按内容识别类型',
    // not audited: stores only a file; the content that uses it is audited
    audit: null,
    input: EmptyInput,
    upload: { field: 'file', maxBytes: limits.maxAttachmentBytes },
    output: Attachment,
    errors: ['fileMissing', 'wrongFileKind', 'tooLarge'],
  }),
}

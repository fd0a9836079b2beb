// Header and footer of the site: settings, floating notice and banners, for visitors and for staff.
import { auditChangeOf, auditChangeOfOnly, auditCreationOf } from '../../audit.ts'
import { z } from 'zod'
import { Picture } from './articles.ts'
import { toLocalPath } from '../../routes.ts'
import { endpoint, EmptyReply, requiredText, Id, EmptyInput, text } from '../endpoint.ts'

const editors = ['administrator', 'editor'] as const

const SafeLink = text(500, '链接不能超过500个字').refine(
  (value) => value === '' || toLocalPath(value) !== null || /^(https?:\/\/|tel:|mailto:)[^\s]+$/i.test(value),
  '链接须以 / 或 https:// 开头',
)
export const FloatingAd = z.object({ title: z.string(), link: z.string(), picture: Picture })
export type FloatingAd = z.infer<typeof FloatingAd>

export const SiteSettings = z.object({
  name: requiredText(40, '请输入站点名称'),
  englishName: text(80),
  description: text(200),
  address: text(100),
  postcode: text(10),
  phone: text(40),
  email: text(100),
  icp: text(60),
  police: text(60),
  links: z
    .array(z.object({ title: requiredText(30, '请输入链接名称'), url: SafeLink }))
    .max(20, '友情链接不能超过20个'),
  /** Uploaded pictures of the two codes. The default is a code with the site's address. */
  miniProgramKey: text(64).nullable().default(null),
  officialAccountKey: text(64).nullable().default(null),
})
export type SiteSettings = z.infer<typeof SiteSettings>
/** Defaults, used until settings are saved, and when they cannot be read. */
export const siteDefaults: SiteSettings = {
  name: '省心理卫生协会',
  englishName: '',
  description: '普及心理健康知识，服务心理卫生工作者与公众。',
  address: '',
  postcode: '',
  phone: '',
  email: '',
  icp: '',
  police: '',
  links: [],
  miniProgramKey: null,
  officialAccountKey: null,
}
export const SiteSettingsWithPictures = SiteSettings.extend({
  miniProgram: Picture.nullable(),
  officialAccount: Picture.nullable(),
})
export type SiteSettingsWithPictures = z.infer<typeof SiteSettingsWithPictures>

export const site = {
  'GET /site/settings': endpoint({
    who: 'anyone',
    summary: '页脚与备案等站点信息',
    input: EmptyInput,
    output: SiteSettingsWithPictures,
  }),
  'GET /site/floatingAd': endpoint({
    who: 'anyone',
    summary: '飘窗',
    input: EmptyInput,
    output: FloatingAd.nullable(),
  }),
}

// ---- for staff

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
  title: requiredText(60, '请输入标题', '标题不能超过60个字'),
  subtitle: text(120),
  link: SafeLink,
  pictureKey: requiredText(64, '请上传图片'),
  position: z.number('请输入排序').int('排序须为整数').min(0, '排序不能小于0').max(9999, '排序不能大于9999'),
  enabled: z.boolean(),
})
export type BannerDraft = z.infer<typeof BannerDraft>

const FloatingAdDraft = z.object({
  enabled: z.boolean(),
  title: requiredText(60, '请输入标题', '标题不能超过60个字'),
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

export const staffSite = {
  'GET /admin/banners': endpoint({ who: editors, summary: '轮播图管理', input: EmptyInput, output: z.array(Banner) }),
  'POST /admin/banner': endpoint({
    who: editors,
    summary: '新建轮播图',
    audit: auditCreationOf('banner'),
    input: BannerDraft,
    output: Banner,
    errors: ['invalid'],
  }),
  'PUT /admin/banner': endpoint({
    who: editors,
    summary: '修改轮播图',
    audit: auditChangeOf('banner'),
    input: BannerDraft.extend({ id: Id }),
    output: Banner,
    errors: ['invalid', 'notFound'],
  }),
  'DELETE /admin/banner': endpoint({
    who: editors,
    summary: '删除轮播图',
    audit: auditChangeOf('banner'),
    input: z.object({ id: Id }),
    output: EmptyReply,
    errors: ['notFound'],
  }),
  'GET /admin/floatingAd': endpoint({
    who: editors,
    summary: '飘窗设置',
    input: EmptyInput,
    output: FloatingAdSettings,
  }),
  'PUT /admin/floatingAd': endpoint({
    who: editors,
    summary: '修改飘窗',
    audit: auditChangeOfOnly('floatingAd'),
    input: FloatingAdDraft,
    output: FloatingAdSettings,
    errors: ['invalid'],
  }),
  'PUT /admin/site': endpoint({
    who: ['administrator'],
    summary: '修改站点信息',
    audit: auditChangeOfOnly('site'),
    input: SiteSettings,
    output: SiteSettingsWithPictures,
    errors: ['invalid'],
  }),
}

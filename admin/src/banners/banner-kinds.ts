// The two kinds of banner with their picture sizes, and the conversion for saving.
import type { Banner, BannerDraft } from '@xinqiao/contract/http/articles/site.ts'

export type BannerKind = Banner['kind']
export const bannerKinds: Record<BannerKind, { title: string; ratio: string; hint: string }> = {
  head: { title: '头图', ratio: '1920 / 560', hint: '建议尺寸 1920×560，JPG、PNG、WebP，不超过15MB' },
  small: { title: '小图', ratio: '960 / 540', hint: '建议尺寸 960×540，JPG、PNG、WebP，不超过15MB' },
}

export const toBannerDraft = ({ kind, title, subtitle, link, picture, position, enabled }: Banner): BannerDraft => ({
  kind,
  title,
  subtitle,
  link,
  pictureKey: picture.key,
  position,
  enabled,
})

// Header and footer of the demo site.
import type { SiteSettings } from '@xinqiao/contract/http/articles/site.ts'

export const settings: SiteSettings = {
  name: '省心理卫生协会',
  englishName: 'MENTAL HEALTH ASSOCIATION',
  description:
    '省心理卫生协会官方网站：协会动态、通知公告、学术交流与心理健康科普，普及心理健康知识，服务心理卫生工作者与公众。',
  address: '省城文化路18号科技大厦6层',
  postcode: '000000',
  phone: '0000-00000000',
  email: 'office@xinqiao.invalid',
  icp: '某ICP备00000000号',
  police: '某公网安备00000000000000号',
  links: [
    { title: '国家卫生健康委员会', url: 'https://www.nhc.gov.cn/' },
    { title: '中国心理卫生协会', url: 'https://www.camh.org.cn/' },
    { title: '中国心理学会', url: 'https://www.cpsbeijing.org/' },
  ],
  miniProgramKey: null,
  officialAccountKey: null,
}

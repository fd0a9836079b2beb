// The site's own particulars, with something to say when even they cannot be read.
import type { SiteSettings } from '@xinqiao/contract/http/articles.ts'
import type { PortalApi } from '@xinqiao/contract/http/index.ts'

const fallback: SiteSettings = {
  name: '省心理卫生协会',
  englishName: '',
  description: '',
  address: '',
  postcode: '',
  phone: '',
  email: '',
  icp: '',
  police: '',
  links: [],
}

/** Never fails: an error page needs it too, and what went wrong is reported by whoever asked for more. */
export const loadSettings = (api: PortalApi): Promise<SiteSettings> =>
  api('GET /site/settings', {}).catch(() => fallback)

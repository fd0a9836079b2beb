// The site's own particulars, with something to say when even they cannot be read.
import { siteDefaults, type SiteView } from '@xinqiao/contract/http/site.ts'
import type { PortalApi } from '@xinqiao/contract/http/index.ts'

const fallback: SiteView = { ...siteDefaults, miniProgram: null, officialAccount: null }

/** Never fails: an error page needs it too, and what went wrong is reported by whoever asked for more. */
export const loadSettings = (api: PortalApi): Promise<SiteView> => api('GET /site/settings', {}).catch(() => fallback)

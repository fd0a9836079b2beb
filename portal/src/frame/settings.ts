// Site settings, with defaults when they cannot be read.
import { siteDefaults, type SiteSettingsWithPictures } from '@xinqiao/contract/http/articles/site.ts'
import type { PortalApi } from '@xinqiao/contract/http/index.ts'

const fallback: SiteSettingsWithPictures = { ...siteDefaults, miniProgram: null, officialAccount: null }

/** Loads the settings. It never fails, because error pages need them; other loaders report the failure. */
export const loadSiteSettings = (api: PortalApi): Promise<SiteSettingsWithPictures> =>
  api('GET /site/settings', {}).catch(() => fallback)

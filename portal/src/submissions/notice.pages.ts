// The four announcements at the addresses of portal.md 2.
import { routes } from '@xinqiao/contract/routes.ts'
import { defineAnnouncementPage } from './announcement-page.tsx'

export const essayPage = defineAnnouncementPage('essay', routes.essay)
export const competitionPage = defineAnnouncementPage('competition', routes.competition)
export const individualPage = defineAnnouncementPage('individual', routes.individual)
export const individual1Page = defineAnnouncementPage('collective', routes.individual1)

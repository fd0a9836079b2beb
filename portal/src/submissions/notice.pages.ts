// The four announcements at the addresses of portal.md 2.
import { routes } from '@xinqiao/contract/routes.ts'
import { defineNoticePage } from './notice-page.tsx'

export const essayPage = defineNoticePage('essay', routes.essay)
export const competitionPage = defineNoticePage('competition', routes.competition)
export const individualPage = defineNoticePage('individual', routes.individual)
export const individual1Page = defineNoticePage('collective', routes.individual1)

// The four announcements at the addresses of portal.md 2.
import { routes } from '@xinqiao/contract/routes.ts'
import { noticePage } from './notice-page.tsx'

export const essayPage = noticePage('essay', routes.essay)
export const competitionPage = noticePage('competition', routes.competition)
export const individualPage = noticePage('individual', routes.individual)
export const individual1Page = noticePage('collective', routes.individual1)

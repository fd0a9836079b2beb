// The four notices at the addresses of portal.md 2.
import { routes } from '@xinqiao/contract/routes.ts'
import { noticePage } from './notice-page.tsx'
import { collectiveNotice, competitionNotice, essayNotice, individualNotice } from './notices.texts.ts'

export const essayPage = noticePage(essayNotice, routes.essay, '论文征集')
export const competitionPage = noticePage(competitionNotice, routes.competition, '技能竞赛')
export const individualPage = noticePage(individualNotice, routes.individual, '先进个人')
export const individual1Page = noticePage(collectiveNotice, routes.individual1, '先进集体')

// Table of all screens with address, title, roles and chunk. Menu and routes derive from it.
import { HomeOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { staff, type Role } from '@xinqiao/contract/roles.ts'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { counsellingScreens } from './counselling.tsx'
import { conferenceScreens } from './conference.tsx'
import { contentScreens } from './content.tsx'
import { examScreens } from './exams.tsx'
import { membershipScreens } from './membership.tsx'
import { paymentScreens } from './payments.tsx'
import { systemScreens } from './system.tsx'

/** Menu headings in their order, with their entries. */
const headings = [
  ['内容', contentScreens],
  ['问答与咨询', counsellingScreens],
  ['会员', membershipScreens],
  ['学术年会', conferenceScreens],
  ['在线考试', examScreens],
  ['财务', paymentScreens],
  ['系统', systemScreens],
] as const
type MenuGroup = (typeof headings)[number][0]
export type ConsoleScreen = ScreenEntry & { group?: MenuGroup }

const DashboardPage = lazy(async () => ({ default: (await import('../dashboard/DashboardPage.tsx')).DashboardPage }))

export const screens: readonly ConsoleScreen[] = [
  { path: '/', title: '工作台', who: staff, Page: DashboardPage, icon: <HomeOutlined aria-hidden /> },
  ...headings.flatMap(([group, entries]) => entries.map((entry) => ({ ...entry, group }))),
]

/** The role and branch of a user, which decide about the screens that the user may open. */
export type ScreenViewer = { role: Role; isOfBranch: boolean }
const canOpen = ({ who, notForBranches }: ScreenEntry, { role, isOfBranch }: ScreenViewer): boolean =>
  who.includes(role) && !(isOfBranch && notForBranches)

/** Menu of a user: first the entries without a heading, then by heading. */
export const listMenu = (viewer: ScreenViewer): { group: MenuGroup | undefined; entries: ConsoleScreen[] }[] =>
  [undefined, ...headings.map(([group]) => group)]
    .map((group) => ({
      group,
      entries: screens.filter((screen) => screen.icon && screen.group === group && canOpen(screen, viewer)),
    }))
    .filter(({ entries }) => entries.length > 0)

/** @returns the screen of an address and the id in it; null for a screen that is absent or forbidden */
export function findScreen(path: string, viewer: ScreenViewer): { screen: ConsoleScreen; id: string } | null {
  for (const screen of screens) {
    if (!canOpen(screen, viewer)) continue
    if (screen.path === path) return { screen, id: '' }
    const stem = screen.path.endsWith('/:id') ? screen.path.slice(0, -3) : null
    const id = stem && path.startsWith(stem) ? path.slice(stem.length) : ''
    if (/^\d{1,15}$/.test(id)) return { screen, id }
  }
  return null
}

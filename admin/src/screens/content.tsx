// 内容. Screens of public content.
import { FileTextOutlined, NotificationOutlined, PictureOutlined, SoundOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { editors } from './role-groups.ts'

const ArticlesPage = lazy(async () => ({ default: (await import('../articles/ArticlesPage.tsx')).ArticlesPage }))
const ArticlePage = lazy(async () => ({ default: (await import('../articles/ArticlePage.tsx')).ArticlePage }))
const BannersPage = lazy(async () => ({ default: (await import('../banners/BannersPage.tsx')).BannersPage }))
const FloatingAdPage = lazy(async () => ({
  default: (await import('../floating-ad/FloatingAdPage.tsx')).FloatingAdPage,
}))
const BulletinsPage = lazy(async () => ({ default: (await import('../bulletins/BulletinsPage.tsx')).BulletinsPage }))

export const contentScreens: readonly ScreenEntry[] = [
  {
    path: '/articles',
    title: '文章',
    who: editors,
    Page: ArticlesPage,
    icon: <FileTextOutlined aria-hidden />,
  },
  { path: '/articles/new', title: '写文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  { path: '/articles/:id', title: '编辑文章', who: editors, Page: ArticlePage, menuPath: '/articles' },
  {
    path: '/banners',
    title: '轮播图',
    who: editors,
    Page: BannersPage,
    icon: <PictureOutlined aria-hidden />,
  },
  {
    path: '/floating-ad',
    title: '飘窗',
    who: editors,
    Page: FloatingAdPage,
    icon: <NotificationOutlined aria-hidden />,
  },
  {
    path: '/bulletins',
    title: '公告',
    who: editors,
    Page: BulletinsPage,
    icon: <SoundOutlined aria-hidden />,
  },
]

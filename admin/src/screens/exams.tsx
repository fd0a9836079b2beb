// 在线考试. Screens of examinations, papers and the question bank.
import { FileDoneOutlined, FormOutlined, ReadOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { examiners } from './role-groups.ts'

const ExamsPage = lazy(async () => ({ default: (await import('../exams/ExamsPage.tsx')).ExamsPage }))
const ExamPage = lazy(async () => ({ default: (await import('../exams/ExamPage.tsx')).ExamPage }))
const PapersPage = lazy(async () => ({ default: (await import('../exams/PapersPage.tsx')).PapersPage }))
const PaperPage = lazy(async () => ({ default: (await import('../exams/PaperPage.tsx')).PaperPage }))
const BankPage = lazy(async () => ({ default: (await import('../exams/BankPage.tsx')).BankPage }))

export const examScreens: readonly ScreenEntry[] = [
  {
    path: '/exams',
    title: '考试',
    who: examiners,
    Page: ExamsPage,
    icon: <FormOutlined aria-hidden />,
  },
  { path: '/exams/new', title: '安排考试', who: examiners, Page: ExamPage, menuPath: '/exams' },
  { path: '/exams/:id', title: '考试', who: examiners, Page: ExamPage, menuPath: '/exams' },
  {
    path: '/exam-papers',
    title: '试卷',
    who: examiners,
    Page: PapersPage,
    icon: <FileDoneOutlined aria-hidden />,
  },
  { path: '/exam-papers/new', title: '新建试卷', who: examiners, Page: PaperPage, menuPath: '/exam-papers' },
  { path: '/exam-papers/:id', title: '试卷', who: examiners, Page: PaperPage, menuPath: '/exam-papers' },
  {
    path: '/exam-bank',
    title: '题库',
    who: examiners,
    Page: BankPage,
    icon: <ReadOutlined aria-hidden />,
  },
]

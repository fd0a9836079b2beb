// The paper: instructions before the clock starts, then one question at a time beside the answer card.
import { useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { CurrentExam } from '@xinqiao/contract/http/exams/exams.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { api } from '../session/api.ts'
import { signOutAfterExpiry } from '../session/sign-out.ts'
import { ExamIntro } from './ExamIntro.tsx'
import type { ExamPaper } from './paper.ts'
import { RunningAttempt } from './RunningAttempt.tsx'

export type PaperProps = { exam: CurrentExam; userId: number }

type PaperOpening =
  | { state: 'intro' }
  | { state: 'opening' }
  | { state: 'failed'; message: string }
  | { state: 'open'; paper: ExamPaper }

export function Screen({ exam, userId }: PaperProps) {
  const [opening, setOpening] = useState<PaperOpening>({ state: exam.state === 'inProgress' ? 'opening' : 'intro' })
  const isOpeningRef = useRef(false)

  const open = async () => {
    if (isOpeningRef.current) return
    isOpeningRef.current = true
    setOpening({ state: 'opening' })
    try {
      setOpening({
        state: 'open',
        paper: await api('GET /testPaper/showPaper', { paperId: exam.paperId, testId: exam.id }),
      })
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status === 401) return await signOutAfterExpiry()
      setOpening({ state: 'failed', message: error.message })
    } finally {
      isOpeningRef.current = false
    }
  }
  // an attempt in progress continues at once
  const isRunning = exam.state === 'inProgress'
  useEffect(() => {
    if (isRunning) void open()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, after hydration
  }, [isRunning])

  if (opening.state === 'open') return <RunningAttempt exam={exam} userId={userId} paper={opening.paper} />
  if (opening.state === 'intro') return <ExamIntro exam={exam} onBegin={open} />
  return (
    <Card className="p-6 sm:p-10">
      <h1 className="text-2xl font-bold text-ink">{exam.name}</h1>
      {opening.state === 'opening' ? (
        <output className="mt-4 block text-muted">正在打开试卷…</output>
      ) : (
        <>
          <div className="mt-4">
            <Notice tone="error" role="alert">
              {opening.message}
            </Notice>
          </div>
          <div className="mt-5 flex flex-wrap gap-3">
            <Button onClick={open}>重试</Button>
            <ButtonLink href={routes.examination} look="ghost">
              返回考试列表
            </ButtonLink>
          </div>
        </>
      )}
    </Card>
  )
}

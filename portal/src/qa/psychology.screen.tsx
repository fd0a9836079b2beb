// Q&A: five tabs on the left, the list in the middle, asking and hot questions on the right (portal.md 2).
import { useState } from 'react'
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import type { Counsellor } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import type { CollectionItem } from '@xinqiao/contract/http/qa/collections.ts'
import { questionTabNames, questionTabs, type QuestionTab, answerDisclaimer } from '@xinqiao/contract/questions.ts'
import type { Answer, Question } from '@xinqiao/contract/http/qa/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { WriterHelpCard, SavedHelpCard } from '../crisis/WriterHelpCard.tsx'
import { saveCardLevel } from '../crisis/saved-levels.ts'
import { useDialogAfterSignIn } from '../session/dialog-after-sign-in.ts'
import { AnswerItem } from './AnswerItem.tsx'
import { questionListHref, questionHref } from './question-addresses.ts'
import { AskPanel } from './AskPanel.tsx'
import { AnswerList, CollectedList, FollowedList, QuestionList } from './lists.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { AskCard, SideColumn, type DomainCount } from './SideColumn.tsx'

type MainPart =
  | { part: 'answers'; answers: Answer[]; total: number; page: number }
  | { part: 'questions'; questions: Question[]; total: number; page: number }
  | { part: 'followedCounsellors'; counsellors: Counsellor[]; page: number }
  | { part: 'collected'; collections: CollectionItem[]; page: number }
  /** `only`: the page of one answer. */
  | { part: 'question'; question: Question; answers: Answer[]; only: number | null }
  | { part: 'login'; next: string }

export type PsychologyProps = {
  main: MainPart
  tab: QuestionTab | null
  own: boolean
  tags: number[]
  domains: DomainCount[]
  hot: Question[]
  counts: { follows: number; collects: number } | null
  canAnswer: boolean
}

export function Screen({ main, tab: currentTab, own, tags, domains, hot, counts, canAnswer }: PsychologyProps) {
  const [isAsking, setAsking] = useState(false)
  const [crisis, setCrisis] = useState<{ level: CrisisLevel; isHeld: boolean } | null>(null)
  const showCard = (level: CrisisLevel, isHeld: boolean) => {
    setCrisis({ level, isHeld })
    saveCardLevel('question', level)
  }
  const closeCard = () => {
    setCrisis(null)
    saveCardLevel('question', null)
  }
  const [removedCounts, setRemovedCounts] = useState({ follows: 0, collects: 0 })
  const isSignedIn = counts !== null
  useDialogAfterSignIn(isSignedIn, (opening) => setAsking(opening === 'ask'))
  const followCount = counts ? counts.follows + removedCounts.follows : 0
  const collectCount = counts ? counts.collects + removedCounts.collects : 0
  const countOf: Partial<Record<QuestionTab, number>> = counts
    ? { followedCounsellors: followCount, collected: collectCount }
    : {}
  const tabLabel = (tab: QuestionTab) =>
    countOf[tab] === undefined ? questionTabs[tab].title : `${questionTabs[tab].title}（${countOf[tab]}）`
  const pageHref = (page: number) => questionListHref({ tab: currentTab ?? 'hotAnswers', own, tags, page })
  const tabs = questionTabNames.map((tab) => ({
    label: tabLabel(tab),
    href: questionListHref({ tab }),
    current: tab === currentTab,
  }))
  return (
    <div className="grid gap-4 md:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[11rem_minmax(0,1fr)_18rem] lg:gap-6">
      <div className="min-w-0 md:row-span-2 md:self-start lg:row-span-1">
        <TabLinks label="心理问答" look="side" tabs={tabs} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <div className="lg:hidden">
          <AskCard isSignedIn={isSignedIn} isAsking={isAsking} onAsk={() => setAsking(!isAsking)} />
        </div>
        {crisis ? <WriterHelpCard {...crisis} onClose={closeCard} /> : <SavedHelpCard card="question" />}
        {isAsking && <AskPanel domains={domains} onCrisis={showCard} />}
        <Card className="px-4.5 py-2 sm:px-7 sm:py-3">
          {main.part === 'answers' && <AnswerList {...main} isSignedIn={isSignedIn} hrefOf={pageHref} />}
          {main.part === 'questions' && own && <h2 className="pt-3 text-lg font-bold text-ink">我的提问</h2>}
          {main.part === 'questions' && (
            <QuestionList
              {...main}
              isSignedIn={isSignedIn}
              canAnswer={canAnswer}
              empty={own ? '您还没有提过问题' : '暂无问题'}
              hrefOf={pageHref}
            />
          )}
          {main.part === 'followedCounsellors' && (
            <FollowedList
              initial={main.counsellors}
              page={main.page}
              total={followCount}
              hrefOf={pageHref}
              onCount={(change) => setRemovedCounts({ ...removedCounts, follows: removedCounts.follows + change })}
            />
          )}
          {main.part === 'collected' && (
            <CollectedList
              initial={main.collections}
              page={main.page}
              total={collectCount}
              hrefOf={pageHref}
              canAnswer={canAnswer}
              onCount={(change) => setRemovedCounts({ ...removedCounts, collects: removedCounts.collects + change })}
            />
          )}
          {main.part === 'login' && (
            <EmptyState picture="/art/empty.svg" title="请先登录" text="登录后可以查看您的关注、收藏与提问。">
              <ButtonLink href={withQuery(routes.login, { next: main.next })}>登录</ButtonLink>
              <ButtonLink href={withQuery(routes.register, { next: main.next })} look="ghost">
                注册
              </ButtonLink>
            </EmptyState>
          )}
          {main.part === 'question' && <OneQuestion {...main} isSignedIn={isSignedIn} canAnswer={canAnswer} />}
        </Card>
      </div>
      <SideColumn
        domains={domains}
        chosen={tags}
        hot={hot}
        isSignedIn={isSignedIn}
        isAsking={isAsking}
        onAsk={() => setAsking(!isAsking)}
      />
    </div>
  )
}

type OneQuestionProps = {
  question: Question
  answers: Answer[]
  only: number | null
  isSignedIn: boolean
  canAnswer: boolean
}

const OneQuestion = ({ question, answers, only, isSignedIn, canAnswer }: OneQuestionProps) => (
  <>
    <QuestionItem question={question} isSignedIn={isSignedIn} canAnswer={canAnswer} isWhole />
    <section aria-labelledby="answers-title" className="border-t border-line pt-4">
      <h2 id="answers-title" className="text-lg font-bold text-ink">
        {question.answer}个回答
      </h2>
      {answers.length === 0 ? (
        <p className="py-8 text-center text-muted">还没有回答。咨询师回答后，您会在消息中心收到提醒。</p>
      ) : (
        <div className="divide-y divide-line">
          {answers.map((answer) => (
            <AnswerItem key={answer.id} answer={answer} isSignedIn={isSignedIn} />
          ))}
        </div>
      )}
      {only !== null && question.answer > 1 && (
        <p className="border-t border-line py-4">
          <a href={questionHref(question.id)} className="text-brand-deep underline">
            查看全部{question.answer}个回答
          </a>
        </p>
      )}
      <p className="border-t border-line py-4 text-sm text-muted">{answerDisclaimer}</p>
    </section>
  </>
)

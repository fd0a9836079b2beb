// Lists of the five tabs. An item that the user no longer likes, collects or follows leaves its list (portal.md 4).
import { useState } from 'react'
import type { Counsellor } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import type { CollectionItem } from '@xinqiao/contract/http/qa/collections.ts'
import type { Answer, Question } from '@xinqiao/contract/http/qa/questions.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { EmptyState } from '@xinqiao/ui/EmptyState.tsx'
import { Pagination } from '@xinqiao/ui/Pagination.tsx'
import { pageSizes } from '@xinqiao/contract/limits.ts'
import { collectionTypes } from '@xinqiao/contract/questions.ts'
import { replies } from '../session/api.ts'
import { AnswerItem } from './AnswerItem.tsx'
import { counsellorHref } from './question-addresses.ts'
import { AccountAvatar } from './AccountAvatar.tsx'
import { QuestionItem } from './QuestionItem.tsx'
import { ReactionButton } from './ReactionButton.tsx'

const rows = 'divide-y divide-line'
export const EmptyList = ({ title, text }: { title: string; text: string }) => (
  <EmptyState picture="/art/empty.svg" title={title} text={text} />
)

type ListPagesProps = { total: number; page: number; hrefOf: (page: number) => string }
const ListPages = ({ page, total, hrefOf }: ListPagesProps) => (
  <Pagination page={page} last={Math.ceil(total / pageSizes.questions)} total={total} hrefOf={hrefOf} />
)

type AnswerListProps = ListPagesProps & { answers: Answer[]; isSignedIn: boolean }
export const AnswerList = ({ answers, isSignedIn, ...pages }: AnswerListProps) =>
  answers.length === 0 ? (
    <EmptyList title="暂无回答" text="咨询师回答后会显示在这里。" />
  ) : (
    <>
      <div className={rows}>
        {answers.map((answer) => (
          <AnswerItem key={answer.id} answer={answer} isSignedIn={isSignedIn} showsQuestion />
        ))}
      </div>
      <ListPages {...pages} />
    </>
  )

type QuestionListProps = ListPagesProps & {
  questions: Question[]
  isSignedIn: boolean
  canAnswer: boolean
  empty: string
}
export const QuestionList = ({ questions, isSignedIn, canAnswer, empty, ...pages }: QuestionListProps) =>
  questions.length === 0 ? (
    <EmptyList title={empty} text="您可以点击“我要提问”，写下您的困扰。" />
  ) : (
    <>
      <div className={rows}>
        {questions.map((question) => (
          <QuestionItem key={question.id} question={question} isSignedIn={isSignedIn} canAnswer={canAnswer} />
        ))}
      </div>
      <ListPages {...pages} />
    </>
  )

type EmptyPageProps = { title: string; text: string; back: string; href: string }
/** Shown when the user has removed all items of this page, while other pages have more. */
const EmptyPage = ({ title, text, back, href }: EmptyPageProps) => (
  <EmptyState picture="/art/empty.svg" title={title} text={text}>
    <ButtonLink href={href}>{back}</ButtonLink>
  </EmptyState>
)

type FollowedListProps = ListPagesProps & { initial: Counsellor[]; onCount: (count: number) => void }
export function FollowedList({ initial, onCount, ...pages }: FollowedListProps) {
  const [counsellors, setCounsellors] = useState(initial)
  const dropCounsellor = (id: number) => {
    setCounsellors(counsellors.filter((counsellor) => counsellor.id !== id))
    onCount(-1)
  }
  if (counsellors.length === 0 && pages.total > 0)
    return (
      <EmptyPage
        title="这一页已经没有关注的咨询师"
        text={`您还关注着${pages.total}位咨询师。`}
        back="返回我的关注"
        href={pages.hrefOf(1)}
      />
    )
  if (counsellors.length === 0)
    return <EmptyList title="还没有关注咨询师" text="在咨询师的页面点击“关注”，就会出现在这里。" />
  return (
    <>
      <ul className={rows}>
        {counsellors.map((counsellor) => (
          <li key={counsellor.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-5">
            <AccountAvatar src={counsellor.photo} name={counsellor.nickname} />
            <div className="min-w-0 flex-1 basis-52">
              <a href={counsellorHref(counsellor)} className="text-lg font-semibold text-ink hover:text-brand-deep">
                {counsellor.nickname}
              </a>
              <p className="text-sm text-muted">
                {[counsellor.professionalTitle, counsellor.department].filter(Boolean).join(' · ')}
              </p>
              <p className="line-clamp-2 text-compact">{counsellor.description}</p>
            </div>
            <ReactionButton
              icon="plus"
              iconOn="check"
              isOn
              labels={['关注', '取消关注']}
              isSignedIn
              send={(isOn) =>
                replies(`POST /consultDoctorCollect/${isOn ? 'add' : 'del'}`, { consultDoctorId: counsellor.id })
              }
              onChange={(isOn) => {
                if (!isOn) dropCounsellor(counsellor.id)
              }}
            />
          </li>
        ))}
      </ul>
      <ListPages {...pages} />
    </>
  )
}

type CollectedListProps = ListPagesProps & {
  initial: CollectionItem[]
  canAnswer: boolean
  onCount: (change: number) => void
}
const collectionKeyOf = ({ type, data }: CollectionItem) =>
  `${type} ${type === collectionTypes.answer ? data.problemAnswer?.id : data.problem?.id}`
export function CollectedList({ initial, canAnswer, onCount, ...pages }: CollectedListProps) {
  const [collections, setCollections] = useState(initial)
  const dropCollection = (key: string) => {
    setCollections(collections.filter((entry) => collectionKeyOf(entry) !== key))
    onCount(-1)
  }
  if (collections.length === 0 && pages.total > 0)
    return (
      <EmptyPage
        title="这一页已经没有收藏"
        text={`您还收藏着${pages.total}条回答和问题。`}
        back="返回我的收藏"
        href={pages.hrefOf(1)}
      />
    )
  if (collections.length === 0) return <EmptyList title="还没有收藏" text="收藏的回答和问题会出现在这里。" />
  return (
    <>
      <div className={rows}>
        {collections.map((item) => {
          const { problemAnswer, problem } = item.data
          const key = collectionKeyOf(item)
          if (item.type === collectionTypes.answer && problemAnswer)
            return (
              <AnswerItem
                key={key}
                answer={problemAnswer}
                isSignedIn
                showsQuestion
                onUncollected={() => dropCollection(key)}
              />
            )
          return problem ? (
            <QuestionItem
              key={key}
              question={problem}
              isSignedIn
              canAnswer={canAnswer}
              onUncollected={() => dropCollection(key)}
            />
          ) : null
        })}
      </div>
      <ListPages {...pages} />
    </>
  )
}

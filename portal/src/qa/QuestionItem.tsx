// One question in a list, or at the top of its page.
import type { Question } from '@xinqiao/contract/http/qa/questions.ts'
import { questionStates } from '@xinqiao/contract/questions.ts'
import { formatMinute } from '../frame/format-time.ts'
import { replies } from '../session/api.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { questionListHref, questionHref } from './question-addresses.ts'
import { OwnQuestion } from './OwnQuestion.tsx'
import { AccountAvatar } from './AccountAvatar.tsx'
import { ReportButton } from './ReportButton.tsx'
import { ReactionButton } from './ReactionButton.tsx'

type QuestionItemProps = {
  question: Question
  isSignedIn: boolean
  canAnswer: boolean
  /** True on the question's page, whose heading is the question's title. */
  isWhole?: boolean
  onUncollected?: () => void
}

export function QuestionItem({ question, isSignedIn, canAnswer, isWhole = false, onUncollected }: QuestionItemProps) {
  const { id, title, state } = question
  const Title = isWhole ? 'h1' : 'h2'
  return (
    <article className="py-5" aria-label={isWhole ? undefined : title}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <Title
          className={`min-w-0 flex-1 font-semibold text-ink ${isWhole ? 'text-xl leading-8 sm:text-2xl sm:leading-10' : 'text-lg leading-7'}`}
        >
          {isWhole ? (
            title
          ) : (
            <a href={questionHref(id)} className="hover:text-brand-deep">
              {title}
            </a>
          )}
        </Title>
        {state !== 'shown' && (
          <span className="rounded-full bg-warm-tint px-2.5 py-0.5 text-sm text-warm-ink">{questionStates[state]}</span>
        )}
        {question.closed && (
          <span className="rounded-full bg-page px-2.5 py-0.5 text-sm text-muted ring-1 ring-line">已关闭</span>
        )}
      </div>
      {question.own && question.stateReason && (
        <p className="mt-2 rounded-lg bg-warm-tint px-3 py-2 text-sm text-warm-ink">{question.stateReason}</p>
      )}
      <p className={`mt-2 whitespace-pre-line text-text ${isWhole ? '' : 'line-clamp-3'}`}>{question.content}</p>
      {question.tagList.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2" aria-label="标签">
          {question.tagList.map((tag) => (
            <li key={tag.id}>
              <a
                href={questionListHref({ tab: 'recommendedQuestions', tags: [tag.id] })}
                className="block rounded-full bg-tint px-3 py-1 text-sm text-brand-deep hover:ring-1 hover:ring-brand-line"
              >
                {tag.domain}
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-1 text-sm text-muted">
        <span className="flex items-center gap-2 py-1 pr-2">
          <AccountAvatar src={question.avatarName} name={question.nickname} size="small" />
          {question.nickname}
          {question.own && question.auditStatus === 1 && '（匿名，仅自己可见）'}
        </span>
        <span className="px-1">{question.answer}个回答</span>
        <ReactionButton
          icon="star"
          isOn={question.collectOwn}
          count={question.collect}
          labels={['收藏问题', '取消收藏']}
          isSignedIn={isSignedIn}
          send={(isOn) => replies(`POST /problemStemCollect/${isOn ? 'add' : 'del'}`, { problemId: id })}
          onChange={(isOn) => {
            if (!isOn) onUncollected?.()
          }}
        />
        {!question.own && <ReportButton problemId={id} isSignedIn={isSignedIn} />}
        <time className="ml-auto">{formatMinute(question.createTime)}</time>
      </div>
      {question.own && isWhole && <OwnQuestion question={question} />}
      {canAnswer && state === 'shown' && !question.closed && <AnswerForm problemId={id} />}
    </article>
  )
}

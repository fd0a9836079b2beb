// One answer: author, text and actions.
import type { Answer } from '@xinqiao/contract/http/qa/questions.ts'
import { questionStates } from '@xinqiao/contract/questions.ts'
import { formatMinute } from '../frame/format-time.ts'
import { replies } from '../session/api.ts'
import { answerHref, counsellorHref, questionHref } from './question-addresses.ts'
import { OwnAnswer } from './OwnAnswer.tsx'
import { AccountAvatar } from './AccountAvatar.tsx'
import { ReportButton } from './ReportButton.tsx'
import { ReactionButton } from './ReactionButton.tsx'

type AnswerItemProps = {
  answer: Answer
  isSignedIn: boolean
  /** True in lists over several questions, where the title links to the question. */
  showsQuestion?: boolean
  onUncollected?: () => void
}

export function AnswerItem({ answer, isSignedIn, showsQuestion = false, onUncollected }: AnswerItemProps) {
  const { id, doctorId, userId, nickname, photo, department, professionalTitle } = answer
  const about = [professionalTitle, department].filter(Boolean).join(' · ')
  const problemAnswerId = id
  return (
    <article className="py-5" aria-label={`${nickname}的回答`}>
      {showsQuestion && (
        <h2 className="mb-3 text-lg leading-7 font-semibold text-ink">
          <a href={questionHref(answer.problemId)} className="hover:text-brand-deep">
            {answer.title}
          </a>
        </h2>
      )}
      <div className="flex items-center gap-3">
        <AccountAvatar src={photo} name={nickname} size="small" />
        <div className="min-w-0">
          {doctorId > 0 ? (
            <a href={counsellorHref({ id: doctorId, userId })} className="font-semibold text-ink hover:text-brand-deep">
              {nickname}
            </a>
          ) : (
            <span className="font-semibold text-ink">{nickname}</span>
          )}
          {about && <p className="truncate text-sm leading-5 text-muted">{about}</p>}
        </div>
        {answer.state !== 'shown' && (
          <span className="ml-auto rounded-full bg-warm-tint px-2.5 py-0.5 text-sm text-warm-ink">
            {questionStates[answer.state]}
          </span>
        )}
      </div>
      {answer.own && answer.stateReason && (
        <p className="mt-2 rounded-lg bg-warm-tint px-3 py-2 text-sm text-warm-ink">{answer.stateReason}</p>
      )}
      <p className={`mt-3 whitespace-pre-line text-text ${showsQuestion ? 'line-clamp-4' : ''}`}>{answer.content}</p>
      <div className="mt-2 -ml-3 flex flex-wrap items-center gap-x-1">
        <ReactionButton
          icon="like"
          isOn={answer.like}
          count={answer.likeCount}
          labels={['点赞', '取消点赞']}
          isSignedIn={isSignedIn}
          send={(isOn) => replies(`POST /problemAnswerLike/${isOn ? 'add' : 'delete'}`, { problemAnswerId })}
        />
        <ReactionButton
          icon="star"
          isOn={answer.collect}
          count={answer.collectCount}
          labels={['收藏', '取消收藏']}
          isSignedIn={isSignedIn}
          send={(isOn) => replies(`POST /problemCollect/${isOn ? 'add' : 'delete'}`, { problemAnswerId })}
          onChange={(isOn) => {
            if (!isOn) onUncollected?.()
          }}
        />
        {!answer.own && <ReportButton problemId={answer.problemId} problemAnswerId={id} isSignedIn={isSignedIn} />}
        <a
          href={answerHref(answer)}
          className="ml-auto flex min-h-10 items-center text-sm text-muted hover:text-brand-deep hover:underline"
          title="这个回答的链接"
        >
          <time>{formatMinute(answer.createTime)}</time>
        </a>
      </div>
      {answer.own && !showsQuestion && <OwnAnswer answer={answer} />}
    </article>
  )
}

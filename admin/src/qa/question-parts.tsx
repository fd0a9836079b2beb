// Sections of the page of one question: its answers, reviews and earlier versions.
import { Button, Tag } from 'antd'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { moderationDecisions, reviewCauses } from '@xinqiao/contract/questions.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { EmptyList } from '../kit/states.tsx'
import { QuestionStateTag } from './QuestionStateTag.tsx'

export type QuestionDetail = EndpointOutput<Contract, 'GET /admin/question'>

const describeTextKind = (answerId: number | null) => (answerId === null ? '问题' : `回答 ${answerId}`)

type AnswersProps = { answers: QuestionDetail['answerList']; onReview: (answerId: number) => void }

export const Answers = ({ answers, onReview }: AnswersProps) => (
  <section className="panel">
    <h2>回答（{answers.length}）</h2>
    {answers.length === 0 ? (
      <EmptyList message="还没有回答" />
    ) : (
      <ul className="cards">
        {answers.map((answer) => (
          <li key={answer.id}>
            <strong>{answer.author}</strong>
            <p className="keeps-lines">{answer.content}</p>
            <div className="cards-facts">
              <QuestionStateTag state={answer.state} />
              <span>{answer.likes}个赞</span>
              <span>{formatMinuteOrDash(answer.createTime)}</span>
              {answer.stateReason && <span>{answer.stateReason}</span>}
            </div>
            <Button size="small" onClick={() => onReview(answer.id)}>
              审核回答
            </Button>
          </li>
        ))}
      </ul>
    )}
  </section>
)

export const Reviews = ({ reviews }: Pick<QuestionDetail, 'reviews'>) => (
  <section className="panel">
    <h2>审核记录</h2>
    <ul className="cards">
      {reviews.map((review) => (
        <li key={review.id}>
          <div className="cards-facts">
            <Tag>{reviewCauses[review.cause]}</Tag>
            <span>{describeTextKind(review.answerId)}</span>
            <span>{formatMinuteOrDash(review.createTime)}</span>
            <span>{review.decision ? moderationDecisions[review.decision] : '待处理'}</span>
          </div>
          {[review.detail, review.note].filter(Boolean).join('；')}
        </li>
      ))}
    </ul>
  </section>
)

export const Revisions = ({ revisions }: Pick<QuestionDetail, 'revisions'>) => (
  <section className="panel">
    <h2>修改记录</h2>
    <ul className="cards">
      {revisions.map((revision) => (
        <li key={revision.id}>
          <div className="cards-facts">
            <span>{describeTextKind(revision.answerId)}</span>
            <span>{formatMinuteOrDash(revision.time)} 之前</span>
          </div>
          {revision.title && <strong>{revision.title}</strong>}
          <p className="keeps-lines">{revision.content}</p>
        </li>
      ))}
    </ul>
  </section>
)

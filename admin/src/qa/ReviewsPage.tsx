// The review queue: held texts, reports, appeals, and texts that suggest a crisis.
import { Button, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { moderationDecisions, reviewCauses } from '@xinqiao/contract/questions.ts'
import type { ModerationReview } from '@xinqiao/contract/http/qa/staff.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { FilterSelect, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { Link } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { SettleDialog, type ReviewedText } from './SettleDialog.tsx'
import { QuestionStateTag } from './QuestionStateTag.tsx'

const states = { open: '待处理', settled: '已处理' }

const ReviewTexts = ({ review }: { review: ModerationReview }) => (
  <>
    <Link to={`/questions/${review.questionId}`}>{review.title}</Link>
    <div>
      {review.answerId === null ? '' : '回答：'}
      {review.text.slice(0, 120)}
    </div>
    {review.detail && <div className="faint">{review.detail}</div>}
  </>
)

export function ReviewsPage() {
  const { page, chosen } = useListAddress()
  const state = chosen('state', states) ?? 'open'
  const query = { page, size: pageSize, state }
  const loaded = useApi('GET /admin/reviews', query)
  const [subject, setSubject] = useState<ReviewedText | null>(null)
  const reviewedTextOf = ({ questionId: id, answerId }: ModerationReview): ReviewedText =>
    answerId === null ? { id } : { id, answerId }
  const listReviewActions = (review: ModerationReview) =>
    review.decision ? (
      <span>
        {moderationDecisions[review.decision]}
        {review.note && `：${review.note}`}
      </span>
    ) : (
      <Button size="small" onClick={() => setSubject(reviewedTextOf(review))}>
        处理
      </Button>
    )
  const columns: TableColumnsType<ModerationReview> = [
    { title: '来由', key: 'cause', width: 110, render: (_, review) => <Tag>{reviewCauses[review.cause]}</Tag> },
    { title: '内容', key: 'text', render: (_, review) => <ReviewTexts review={review} /> },
    {
      title: '现状',
      key: 'subject',
      width: 100,
      render: (_, review) => <QuestionStateTag state={review.subjectState} />,
    },
    {
      title: '时间',
      key: 'time',
      width: 150,
      className: 'nowrap',
      render: (_, row) => formatMinuteOrDash(row.createTime),
    },
    { title: '处理', key: 'actions', width: 160, render: (_, review) => listReviewActions(review) },
  ]
  return (
    <>
      <ScreenHead title="审核" lead="敏感词、举报、申诉与危机提醒拦下的问题和回答" />
      <search className="filters">
        <FilterSelect name="state" label="按状态筛选" labels={states} initial="open" />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(review) => (
          <>
            <ReviewTexts review={review} />
            <div className="cards-facts">
              <Tag>{reviewCauses[review.cause]}</Tag>
              <QuestionStateTag state={review.subjectState} />
              <span>{formatMinuteOrDash(review.createTime)}</span>
            </div>
            {listReviewActions(review)}
          </>
        )}
        empty={<EmptyList message={state === 'open' ? '没有待处理的内容' : '还没有处理过的内容'} />}
        unit="条"
        minWidth={900}
      />
      <SettleDialog
        subject={subject}
        onClose={() => setSubject(null)}
        onSettled={() => {
          setSubject(null)
          loaded.reload()
        }}
      />
    </>
  )
}

// One counsellor: profile, follow and chat; answers and booking notes in tabs; qualifications and fees beside them.
import { useState } from 'react'
import type { CounsellorState } from '@xinqiao/contract/http/chat/counsellor-state.ts'
import type { CounsellorDetail } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import type { Answer } from '@xinqiao/contract/http/qa/questions.ts'
import { answerDisclaimer } from '@xinqiao/contract/questions.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { type TabLink, TabLinks } from '@xinqiao/ui/TabLinks.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { replies } from '../session/api.ts'
import { BookingDialog } from '../booking/BookingDialog.tsx'
import { addressWithDialog, useDialogAfterSignIn } from '../session/dialog-after-sign-in.ts'
import { AnswerItem } from '../qa/AnswerItem.tsx'
import { useSignedInAction } from '../qa/use-signed-in-action.ts'
import { EmptyList } from '../qa/lists.tsx'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { ReactionButton } from '../qa/ReactionButton.tsx'
import { CounsellorAvailability } from './CounsellorAvailability.tsx'
import { DomainLinks } from './DomainLinks.tsx'
import { bookingNotes, guarantees } from './booking-notes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'

export type ConsultDetailProps = {
  counsellor: CounsellorDetail
  chatState: CounsellorState
  /** The counsellor's answers; null while the tab of the booking notes is open. */
  answers: Answer[] | null
  tabs: TabLink[]
  viewer: { id: number; canChat: boolean } | null
}

export function Screen({ counsellor, chatState, answers, tabs, viewer }: ConsultDetailProps) {
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
      <div className="grid min-w-0 content-start gap-4">
        <CounsellorHead counsellor={counsellor} chatState={chatState} viewer={viewer} />
        <Card className="px-4.5 pt-2 pb-4 sm:px-7">
          <TabLinks label="咨询师" tabs={tabs} />
          {answers === null ? (
            <BookingNotes />
          ) : answers.length === 0 ? (
            <EmptyList title="暂无回答" text="这位咨询师还没有公开回答问题。" />
          ) : (
            <div className="divide-y divide-line">
              {answers.map((answer) => (
                <AnswerItem key={answer.id} answer={answer} isSignedIn={viewer !== null} showsQuestion />
              ))}
              <p className="py-4 text-sm text-muted">{answerDisclaimer}</p>
            </div>
          )}
        </Card>
      </div>
      <CounsellorFacts counsellor={counsellor} />
    </div>
  )
}

type CounsellorHeadProps = Pick<ConsultDetailProps, 'counsellor' | 'chatState' | 'viewer'>

function CounsellorHead({ counsellor, chatState, viewer }: CounsellorHeadProps) {
  const { runSignedIn } = useSignedInAction(viewer !== null, { message: '请先登录后再进行咨询' })
  const openChat = () =>
    runSignedIn(
      async () => {
        if (!viewer?.canChat) {
          showToast('您的账号不能使用在线咨询', 'bad')
          return
        }
        const { openChatBox } = await import('../chat/chat-box.tsx')
        openChatBox(counsellor.accid)
      },
      () => addressWithDialog('chat'),
    )
  const [isBooking, setBooking] = useState(false)
  const showBooking = () => {
    setBooking(true)
    return Promise.resolve()
  }
  const openBooking = () => runSignedIn(showBooking, () => addressWithDialog('book'))
  const isSelf = viewer?.id === counsellor.userId
  useDialogAfterSignIn(viewer !== null && !isSelf, (opening) => {
    if (opening === 'book') void openBooking()
    if (opening === 'chat') void openChat()
  })
  return (
    <Card className="flex flex-wrap gap-5 p-5 sm:flex-nowrap sm:p-8">
      <AccountAvatar src={counsellor.photo} name={counsellor.nickname} size="large" />
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="text-2xl font-bold text-ink">{counsellor.nickname}</h1>
        <p className="text-muted">
          {[counsellor.department, counsellor.professionalTitle].filter(Boolean).join(' / ')}
        </p>
        <CounsellorAvailability accountId={counsellor.userId} initial={chatState} />
        <p className="mt-3 whitespace-pre-line">{counsellor.description}</p>
        {!isSelf && (
          <div className="mt-4 flex flex-wrap items-center gap-3">
            <Button look="accent" onClick={openBooking}>
              <Icon name="clock" className="size-4.5" />
              预约咨询
            </Button>
            <Button look="ghost" onClick={openChat}>
              <Icon name="chat" className="size-4.5" />
              在线咨询
            </Button>
            <ReactionButton
              icon="plus"
              iconOn="check"
              isOn={counsellor.collectStatus}
              count={counsellor.followCount}
              labels={['关注', '取消关注']}
              isSignedIn={viewer !== null}
              send={(isOn) =>
                replies(`POST /consultDoctorCollect/${isOn ? 'add' : 'del'}`, { consultDoctorId: counsellor.id })
              }
            />
          </div>
        )}
      </div>
      {isBooking && <BookingDialog counsellor={counsellor} onClose={() => setBooking(false)} />}
    </Card>
  )
}

const BookingNotes = () => (
  <dl className="grid gap-4 py-5">
    {bookingNotes.map(({ heading, text }) => (
      <div key={heading}>
        <dt className="font-semibold text-ink">{heading}</dt>
        <dd className="mt-0.5">{text}</dd>
      </div>
    ))}
  </dl>
)

function CounsellorFacts({ counsellor }: { counsellor: CounsellorDetail }) {
  return (
    <aside className="grid content-start gap-4" aria-label="资质与费用">
      <Card as="section" labelledBy="fact-qualification" className="p-5">
        <BlockHeading id="fact-qualification">从业资质</BlockHeading>
        {counsellor.credentials.length > 0 && (
          <ul className="mt-3 grid gap-3">
            {counsellor.credentials.map((credential) => (
              <li key={credential.id} className="flex gap-2.5">
                <Icon name="shield" className="mt-1 size-5 text-success" />
                <div className="min-w-0">
                  <p className="font-semibold text-ink">{credential.title}</p>
                  <p className="text-sm text-muted">
                    {credential.issuer}
                    <br />
                    证书编号 {credential.number}
                    {credential.validUntil && (
                      <>
                        <br />
                        有效期至 {credential.validUntil.slice(0, 10)}
                      </>
                    )}
                  </p>
                  <p className="text-sm text-success">协会已核验</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {counsellor.qualification && (
          <div
            className="article mt-3 text-compact"
            // sanitised by an allow-list when it was saved
            dangerouslySetInnerHTML={{ __html: counsellor.qualification }}
          />
        )}
      </Card>
      <Card as="section" labelledBy="fact-domains" className="p-5">
        <BlockHeading id="fact-domains">擅长领域</BlockHeading>
        <div className="mt-3">
          <DomainLinks domains={counsellor.domainSet} />
        </div>
      </Card>
      <Card as="section" labelledBy="fact-fee" className="p-5">
        <BlockHeading id="fact-fee">咨询费用</BlockHeading>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
          <dt className="text-muted">线下咨询</dt>
          <dd className="text-warm-deep tabular-nums">{formatYuan(counsellor.price)} 元/次</dd>
          <dt className="text-muted">在线咨询</dt>
          <dd>会员免费</dd>
          {counsellor.duration && (
            <>
              <dt className="text-muted">工作时间</dt>
              <dd>{counsellor.duration}</dd>
            </>
          )}
        </dl>
      </Card>
      <Card as="section" labelledBy="fact-guarantee" className="p-5">
        <BlockHeading id="fact-guarantee">平台保障</BlockHeading>
        <ul className="mt-3 grid gap-1.5">
          {guarantees.map((text) => (
            <li key={text} className="flex gap-2">
              <Icon name="check" className="mt-1 size-4.5 text-brand" />
              {text}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-muted">
          如正处于危机之中，请拨打{' '}
          <a href="tel:12356" className="font-semibold text-warm-deep underline">
            12356
          </a>
        </p>
      </Card>
    </aside>
  )
}

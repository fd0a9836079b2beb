// Side column: ask, the caller's questions, tags, and hot questions.
import { guideAccount, guideName } from '@xinqiao/contract/guide.ts'
import type { Question } from '@xinqiao/contract/http/qa/questions.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink, Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { api } from '../session/api.ts'
import { addressWithDialog } from '../session/dialog-after-sign-in.ts'
import { useSignedInAction } from './use-signed-in-action.ts'
import { questionListHref, questionHref } from './question-addresses.ts'

export type DomainCount = { id: number; domain: string; count: number }

type SideColumnProps = {
  domains: readonly DomainCount[]
  chosen: readonly number[]
  hot: readonly Question[]
  isSignedIn: boolean
  isAsking: boolean
  onAsk: () => void
}

type AskCardProps = Pick<SideColumnProps, 'isSignedIn' | 'isAsking' | 'onAsk'>

const ownQuestionsHref = questionListHref({ tab: 'recommendedQuestions', own: true })

/** The ask button and the link to the caller's questions: beside the list, or above it on narrow screens. */
export function AskCard({ isSignedIn, isAsking, onAsk }: AskCardProps) {
  const { runSignedIn } = useSignedInAction(isSignedIn, { next: () => addressWithDialog('ask') })
  return (
    <Card className="grid grid-cols-2 gap-3 p-4 lg:grid-cols-1 lg:p-5">
      <Button
        look="accent"
        aria-expanded={isAsking}
        onClick={() =>
          runSignedIn(() => {
            onAsk()
            return Promise.resolve()
          })
        }
      >
        {isAsking ? '收起提问' : '我要提问'}
      </Button>
      {isSignedIn ? (
        <ButtonLink href={ownQuestionsHref} look="ghost">
          我的提问
        </ButtonLink>
      ) : (
        <Button
          look="ghost"
          onClick={() =>
            runSignedIn(
              () => Promise.resolve(),
              () => ownQuestionsHref,
            )
          }
        >
          我的提问
        </Button>
      )}
      <p className="col-span-full text-sm leading-6 text-muted">
        急需帮助？请拨打{' '}
        <a href="tel:12356" className="font-semibold text-warm-deep underline">
          12356
        </a>{' '}
        心理援助热线
      </p>
      <p className="col-span-full text-sm leading-6 text-muted">
        找网站上的内容？
        <a href={withQuery(routes.im, { to: guideAccount })} className="font-semibold text-brand-deep underline">
          问问{guideName}
        </a>
        （机器人）
      </p>
    </Card>
  )
}

export function SideColumn({ domains, chosen, hot, isSignedIn, ...asking }: SideColumnProps) {
  return (
    <aside className="grid content-start gap-4 md:col-start-2 md:gap-5 lg:col-start-auto" aria-label="提问与热门问题">
      <div className="hidden lg:block">
        <AskCard isSignedIn={isSignedIn} {...asking} />
      </div>
      <Card as="section" labelledBy="tags-title" className="p-5">
        <BlockHeading id="tags-title">问题类型</BlockHeading>
        <ul className="mt-3 flex flex-wrap gap-2">
          {domains.map(({ id, domain, count }) => {
            const isChosen = chosen.includes(id)
            const tags = isChosen ? chosen.filter((tag) => tag !== id) : [...chosen, id]
            return (
              <li key={id}>
                <a
                  href={questionListHref({ tab: 'recommendedQuestions', tags })}
                  aria-current={isChosen ? 'true' : undefined}
                  onClick={() => {
                    if (isSignedIn && !isChosen) api('POST /problemTag/click', { id }).catch(() => null)
                  }}
                  className="block rounded-full border border-line px-3 py-1.5 text-compact hover:border-brand hover:text-brand-deep aria-[current=true]:border-brand aria-[current=true]:bg-brand aria-[current=true]:text-white"
                >
                  {domain} <span className="text-sm tabular-nums">{count}</span>
                </a>
              </li>
            )
          })}
        </ul>
        {chosen.length > 0 && (
          <a
            href={questionListHref({ tab: 'recommendedQuestions' })}
            className="mt-3 inline-block py-1 text-sm text-brand-deep underline"
          >
            清除筛选
          </a>
        )}
      </Card>
      <Card as="section" labelledBy="hot-title" className="p-5">
        <BlockHeading id="hot-title">热门问题</BlockHeading>
        <ol className="mt-2">
          {hot.map((question, i) => (
            <li key={question.id} className="flex gap-3 py-1.5">
              <span
                className={`mt-1 grid size-5.5 shrink-0 place-items-center rounded text-xs font-semibold tabular-nums ${i < 3 ? 'bg-warm-deep text-white' : 'bg-page text-muted'}`}
                aria-hidden="true"
              >
                {i + 1}
              </span>
              <a href={questionHref(question.id)} className="min-w-0 flex-1 leading-7 hover:text-brand-deep">
                <span className="line-clamp-2">{question.title}</span>
              </a>
            </li>
          ))}
        </ol>
      </Card>
    </aside>
  )
}

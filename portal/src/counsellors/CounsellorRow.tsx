// One counsellor in the directory.
import type { Counsellor } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { counsellorHref } from '../qa/question-addresses.ts'
import { DomainLinks } from './DomainLinks.tsx'
import { AccountAvatar } from '../qa/AccountAvatar.tsx'
import { formatYuan } from '@xinqiao/contract/orders.ts'

export const CounsellorRow = ({ counsellor, isOnline }: { counsellor: Counsellor; isOnline: boolean }) => (
  <article className="flex flex-wrap items-start gap-4 py-6 sm:flex-nowrap sm:gap-6" aria-label={counsellor.nickname}>
    <AccountAvatar src={counsellor.photo} name={counsellor.nickname} size="large" />
    <div className="min-w-0 flex-1 basis-56">
      <h2 className="text-xl font-bold text-ink">
        <a href={counsellorHref(counsellor)} className="hover:text-brand-deep">
          {counsellor.nickname}
        </a>
        <span className="ml-3 text-compact font-normal text-muted">{counsellor.professionalTitle}</span>
      </h2>
      <p className="text-compact text-muted">{counsellor.department}</p>
      <p className="mt-2 line-clamp-3 sm:line-clamp-2">{counsellor.description}</p>
      {counsellor.domainSet.length > 0 && (
        <div className="mt-2.5">
          <DomainLinks domains={counsellor.domainSet} />
        </div>
      )}
      <p className="mt-2.5 flex flex-wrap gap-x-4 text-sm text-muted">
        {isOnline && (
          <span className="flex items-center gap-1.5 text-success">
            <span aria-hidden className="size-2 rounded-full bg-success" />
            在线
          </span>
        )}
        <span>{counsellor.answerCount}个回答</span>
        <span>{counsellor.followCount}人关注</span>
      </p>
    </div>
    <div className="flex w-full items-center justify-between gap-3 sm:w-auto sm:flex-col sm:items-end">
      <p className="whitespace-nowrap text-warm-deep">
        <strong className="text-xl tabular-nums">{formatYuan(counsellor.price)}</strong> 元/次
      </p>
      <ButtonLink href={counsellorHref(counsellor)} look="ghost">
        查看详情
      </ButtonLink>
    </div>
  </article>
)

// The visitor's next step towards membership: sign in, apply, correct, wait, pay, or see the card.
import { type ReactNode, useState } from 'react'
import { applicationMessages, memberStates, type MemberKind } from '@xinqiao/contract/membership.ts'
import type { MemberLevel, OwnMember, OwnMembership } from '@xinqiao/contract/http/membership/own.ts'
import { Failure } from '@xinqiao/contract/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { formatYuan } from '@xinqiao/contract/orders.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../session/api.ts'
import { redirectToSignIn } from '../session/request-failures.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { DueButton } from './DueButton.tsx'

/** Prefills an application with data of the account. The names are those of the form's fields. */
export type ApplicationPrefill = { mobilePhone: string; email: string; gender: string }

export type MemberProps = {
  /** The visitor's membership; null without a sign-in. */
  membership: OwnMembership | null
  levels: MemberLevel[]
  /** The dialog that the address opens. */
  opens: MemberKind | null
  /** Contact data that prefills an application; null without a sign-in. */
  contact: ApplicationPrefill | null
}

const addressOfForm = (kind: MemberKind) => withQuery(routes.member, { apply: kind === 'unit' ? 2 : 1 })

/** Writes the open dialog to the address, for links and reloads. */
function writeAddress(kind: MemberKind | null): void {
  const url = new URL(location.href)
  if (kind) url.searchParams.set('apply', kind === 'unit' ? '2' : '1')
  else url.searchParams.delete('apply')
  history.replaceState(null, '', url)
}

/** A former member may apply again. */
const createPrefill = ({ kind, name, organization }: OwnMember): Record<string, string> =>
  kind === 'unit' ? { unitName: name } : { name, organization }

/** True for applicants and members, who are not offered the application form. */
const isApplicantOrMember = ({ application, member }: OwnMembership) =>
  application?.state === 'submitted' ||
  application?.state === 'approved' ||
  (member !== null && member.state !== 'left')

export function Screen({ membership: first, levels, opens, contact }: MemberProps) {
  const [membership, setMembership] = useState(first)
  const [open, setOpen] = useState<MemberKind | null>(first && opens && !isApplicantOrMember(first) ? opens : null)
  const reload = async () => setMembership(await api('GET /membership/mine', {}))

  const apply = async (kind: MemberKind) => {
    if (!membership) return redirectToSignIn(addressOfForm(kind), applicationMessages.signInFirst)
    try {
      if ((await api('GET /memberApplication/getByUserId', {})) !== null) {
        showToast(applicationMessages.alreadyApplied, 'bad')
        await reload()
        return
      }
    } catch (error) {
      // portal.md 8: the dialog opens even if the check fails
      if (!(error instanceof Failure)) throw error
    }
    writeAddress(kind)
    setOpen(kind)
  }

  return (
    <Card as="section" labelledBy="membership-next" className="px-4.5 py-5 sm:px-8 sm:py-6">
      <NextStep membership={membership} apply={apply} reload={reload} />
      {open && membership && (
        <ApplyDialog
          kind={open}
          levels={levels.filter((level) => level.kind === open && level.fee)}
          branches={membership.branches}
          application={membership.application}
          prefill={{ ...contact, ...(membership.member?.kind === open && createPrefill(membership.member)) }}
          refusesWrongNumber={membership.refusesWrongNumber}
          onClose={() => {
            writeAddress(null)
            setOpen(null)
            void reload()
          }}
        />
      )}
    </Card>
  )
}

type NextStepProps = {
  membership: OwnMembership | null
  apply: (kind: MemberKind) => Promise<void>
  reload: () => Promise<void>
}

function NextStep({ membership, apply, reload }: NextStepProps) {
  const { application, member, due } = membership ?? { application: null, member: null, due: null }
  const ownMembership = (
    <ButtonLink href={routes.myMembership} look="ghost">
      我的会籍
    </ButtonLink>
  )
  if (member && member.state !== 'left')
    return (
      <StatusRow
        title={`${member.levelTitle} ${member.number}`}
        text={`会籍${memberStates[member.state]}，会期至 ${member.termUntil}`}
      >
        {due && <DueButton due={due} label="续缴会费" onPaid={reload} />}
        {ownMembership}
      </StatusRow>
    )
  if (application?.state === 'submitted')
    return (
      <StatusRow
        title="申请已提交，正在审核"
        text={`提交时间 ${application.submitTime?.slice(0, 16) ?? ''}，审核结果会以站内消息和短信通知您`}
      >
        {ownMembership}
      </StatusRow>
    )
  if (application?.state === 'approved' && due)
    return (
      <StatusRow
        title="审核已通过，请缴纳会费"
        text={`${due.levelTitle} ${formatYuan(due.cents)} 元，会期 ${due.from} 至 ${due.until}`}
      >
        <DueButton due={due} label="缴纳会费" onPaid={reload} />
        {ownMembership}
      </StatusRow>
    )
  if (application?.state === 'returned')
    return (
      <StatusRow title="申请需要补充或更正" text={application.reason || '请按标出的说明修改后重新提交'}>
        <Button look="accent" onClick={() => apply(application.kind)}>
          修改申请
        </Button>
        {ownMembership}
      </StatusRow>
    )
  const draft = application?.state === 'draft' ? application : null
  return (
    <StatusRow
      title={draft ? '您有一份未提交的申请' : '加入本会'}
      text={
        application?.state === 'rejected'
          ? `上次申请未通过：${application.reason}。条件具备后可以重新申请。`
          : '在线填写申请，审核通过后缴纳会费，即可取得会员编号与电子证书'
      }
    >
      {draft ? (
        <Button look="accent" onClick={() => apply(draft.kind)}>
          继续填写
        </Button>
      ) : (
        <>
          <Button look="accent" onClick={() => apply('individual')}>
            申请入会
          </Button>
          <Button look="ghost" onClick={() => apply('unit')}>
            单位申请入会
          </Button>
        </>
      )}
      {membership && (application ?? member) && ownMembership}
    </StatusRow>
  )
}

const StatusRow = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
    <div className="min-w-0 flex-1 basis-64">
      <h2 id="membership-next" className="text-lg leading-7 font-bold text-ink">
        {title}
      </h2>
      <p className="text-compact text-muted">{text}</p>
    </div>
    <div className="flex flex-wrap gap-3">{children}</div>
  </div>
)

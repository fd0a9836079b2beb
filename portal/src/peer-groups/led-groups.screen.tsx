// List of a counsellor's own groups with their states, and questions to co-leaders.
import { useState } from 'react'
import { peerGroupStates } from '@xinqiao/contract/peer-groups.ts'
import type { OwnLedGroup } from '@xinqiao/contract/http/peer-groups/led.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { replies } from '../session/api.ts'
import { peerChatHref, peerGroupHref } from './peer-group-addresses.ts'
import { ProposalDialog } from './ProposalDialog.tsx'

export type LedGroupsProps = { groups: OwnLedGroup[] }

export function Screen({ groups }: LedGroupsProps) {
  const [form, setForm] = useState<{ group: OwnLedGroup | null } | null>(null)
  return (
    <Card as="section" labelledBy="own-groups">
      <BlockHeading id="own-groups">我的团体</BlockHeading>
      {groups.length === 0 ? (
        <p className="mt-3 text-muted">还没有。提议一个，协会审核后发布。</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {groups.map((group) => (
            <GroupItem key={group.id} group={group} onEdit={() => setForm({ group })} />
          ))}
        </ul>
      )}
      <Button className="mt-4" onClick={() => setForm({ group: null })}>
        提议一个团体
      </Button>
      {form && <ProposalDialog group={form.group} onClose={() => setForm(null)} />}
    </Card>
  )
}

function GroupItem({ group, onEdit }: { group: OwnLedGroup; onEdit: () => void }) {
  const { title, state, members, capacity, waiting, teamId, canEdit, isCoLeader, awaitsCoLeader, endReason } = group
  const editLabel = state === 'dissolved' ? '修改后再提交' : '修改'
  return (
    <li className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-semibold text-ink">{title}</h3>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            <span>{canEdit && state === 'dissolved' ? '未通过' : peerGroupStates[state]}</span>
            {isCoLeader && <span>协同带领</span>}
            {teamId !== null && (
              <span>
                成员{members}/{capacity}
              </span>
            )}
            {waiting > 0 && <span className="text-warm-deep">待审核的申请{waiting}份</span>}
            {awaitsCoLeader && !isCoLeader && <span>正在等协同带领者同意</span>}
          </p>
          {endReason !== '' && <p className="text-sm">原因：{endReason}</p>}
        </div>
        {teamId !== null && (
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink href={peerGroupHref(group)} look="ghost">
              邀请与申请
            </ButtonLink>
            <ButtonLink href={peerChatHref(teamId)}>进入小组</ButtonLink>
          </div>
        )}
        {canEdit && (
          <Button look="ghost" onClick={onEdit} aria-label={`${editLabel}${title}`}>
            {editLabel}
          </Button>
        )}
      </div>
      {teamId === null && <GroupTexts group={group} />}
      {awaitsCoLeader && isCoLeader && <CoLeaderAnswer group={group} />}
    </li>
  )
}

const GroupTexts = ({ group: { summary, description, rules } }: { group: OwnLedGroup }) => (
  <details className="rounded-card border border-line px-4 py-1">
    <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-brand-deep">介绍与规则</summary>
    <p>{summary}</p>
    <p className="mt-2 whitespace-pre-line">{description}</p>
    <h4 className="mt-3 font-semibold text-ink">小组规则</h4>
    <p className="mb-2 whitespace-pre-line">{rules}</p>
  </details>
)

/** A counsellor answers before their name is public. */
function CoLeaderAnswer({ group: { id, title, state } }: { group: OwnLedGroup }) {
  const isPublished = state === 'open' || state === 'closed'
  const [isDeclining, setDeclining] = useState(false)
  const { isBusy, run } = useExclusiveTask()
  const answer = (isAgreed: boolean) =>
    run(async () => {
      setDeclining(false)
      const { msg } = await replies('POST /peerGroup/coLead', { id, isAgreed })
      toastOnNextPage(msg)
      location.reload()
    })
  return (
    <div>
      <p className="text-muted">
        {isPublished
          ? '协会请您协同带领这个小组。同意后，您的姓名会公开显示，您会加入小组的聊天，看不到以前的对话；组员会收到通知。'
          : '您被提名为协同带领者。同意后，协会可以发布；发布后您的姓名会公开显示，您会加入小组的聊天。'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button busy={isBusy} onClick={() => void answer(true)} aria-label={`同意协同带领${title}`}>
          同意协同带领
        </Button>
        <Button look="ghost" onClick={() => setDeclining(true)} aria-label={`谢绝协同带领${title}`}>
          谢绝
        </Button>
      </div>
      {isDeclining && (
        <Confirm
          title={`谢绝协同带领“${title}”？`}
          text={
            isPublished
              ? '带领者和协会会收到通知，您的姓名不会公开。'
              : '提议的咨询师会收到通知，您的名字会从提议中去掉。'
          }
          yes="谢绝"
          no="不谢绝"
          onYes={() => void answer(false)}
          onNo={() => setDeclining(false)}
        />
      )}
    </div>
  )
}

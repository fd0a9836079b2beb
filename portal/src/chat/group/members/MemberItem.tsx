// A member of a group, with the actions of owner and managers.
import { readAlias } from '../../thread/FriendAlias.tsx'
import { lazy, Suspense, useState } from 'react'
import type { MemberRole, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Avatar } from '../../Avatar.tsx'
import { type ListedMember, selfName } from './members.ts'
import { useMemberActions, type UnconfirmedMemberAction } from './use-member-actions.ts'
import { formatChatAddress } from '../../chat-address.ts'
import { isRoster, nameRole } from '../../role-names.ts'

const ReportDialog = lazy(async () => ({ default: (await import('../../ReportDialog.tsx')).ReportDialog }))

type MemberItemProps = { chat: ChatSession; team: Team; ownRole: MemberRole; member: ListedMember }

const questions: Record<
  Exclude<UnconfirmedMemberAction, 'report'>,
  { title: (name: string) => string; text: string; yes: string }
> = {
  befriend: {
    title: (name) => `申请加${name}为好友？`,
    text: '对方同意后你们可以私聊，互相显示在这个小组里的称呼。申请不带附言，七天内只能向同一个人申请一次。',
    yes: '申请',
  },
  mute: {
    title: (name) => `禁言${name}？`,
    text: '对方还能看消息，不能发言；组员会看到是您禁言的。您可以随时解除。',
    yes: '禁言',
  },
  promote: {
    title: (name) => `将${name}设为管理员？`,
    text: '管理员可以修改小组资料、处理申请、禁言和移出成员。您可以随时取消。',
    yes: '设为管理员',
  },
  remove: { title: (name) => `将${name}移出小组？`, text: '移出后，对方不能再查看这个小组的消息。', yes: '移出' },
  transfer: {
    title: (name) => `将组长转让给${name}？`,
    text: '转让后，您成为普通成员，由对方管理这个小组。',
    yes: '转让',
  },
}

const harmlessActions: ReadonlySet<UnconfirmedMemberAction> = new Set(['befriend', 'promote'])

/** A manager may act on ordinary members, and the owner on all others. */
const canActOn = (ownRole: MemberRole, { role, isSelf }: ListedMember): boolean =>
  !isSelf && (ownRole === 'owner' || (ownRole === 'manager' && role === 'normal'))

/**
 * Friends can be asked for among ordinary members in a group of the site, and among all members elsewhere. Leaders of
 * the site's groups write to clients anyway.
 */
const canApplyTo = ({ isManaged }: Team, ownRole: MemberRole, { role, isSelf }: ListedMember): boolean =>
  !isSelf && (!isManaged || (ownRole === 'normal' && role === 'normal'))

export function MemberItem({ chat, team, ownRole, member }: MemberItemProps) {
  const { account, name, role, isSelf } = member
  const [isOpen, setOpen] = useState(false)
  const actions = useMemberActions(chat, team, member)
  const { row, isBusy, question, setQuestion, askBefore } = actions
  const isFriend = chat.isFriend(account)
  const canAct = canActOn(ownRole, member)
  const hasApplied = chat.hasApplied(account)
  const befriendButton = canApplyTo(team, ownRole, member) && !isFriend && (
    <Button
      look={canAct ? 'ghost' : 'plain'}
      className="px-3"
      aria-label={`${hasApplied ? '已申请加' : '加'}好友：${name}`}
      disabled={isBusy || hasApplied}
      onClick={(event) => askBefore('befriend', event)}
    >
      {hasApplied ? '已申请' : '加好友'}
    </Button>
  )
  return (
    <li ref={row} className="group-member">
      <div className="group-member-row">
        <MemberPerson team={team} member={member} alias={isFriend ? readAlias(chat, account) : ''} />
        <div className="group-member-buttons">
          {!isSelf && !(isRoster(team) && role === 'owner') && (
            <Button look="plain" className="px-3" aria-label={`举报${name}`} onClick={() => setQuestion('report')}>
              举报
            </Button>
          )}
          {!canAct && befriendButton}
          {isFriend && (
            <ButtonLink look="plain" className="px-3" href={formatChatAddress(account)}>
              私聊<span className="sr-only">：{name}</span>
            </ButtonLink>
          )}
          {canAct && (
            <Button
              look="plain"
              className="px-3"
              aria-expanded={isOpen}
              aria-label={`管理${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              管理
            </Button>
          )}
        </div>
      </div>
      {isOpen && canAct && (
        <div className="group-member-actions">
          {befriendButton}
          <ManagementButtons member={member} canChooseRoles={ownRole === 'owner' && !team.isManaged} {...actions} />
        </div>
      )}
      {question === 'report' && (
        <Suspense>
          <ReportDialog name={name} reported={{ teamId: team.teamId, account }} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {question && question !== 'report' && (
        <Confirm
          title={questions[question].title(name)}
          text={questions[question].text}
          yes={questions[question].yes}
          no="取消"
          isHarmless={harmlessActions.has(question)}
          onYes={() => void actions.confirm()}
          onNo={() => setQuestion(null)}
        />
      )}
    </li>
  )
}

type MemberPersonProps = { team: Team; member: ListedMember; alias: string }

/** The name of the member, and the marks beside it. */
function MemberPerson({ team, member, alias }: MemberPersonProps) {
  const { name, role, isMuted, isMutedByStaff, isSelf } = member
  const hasOtherAlias = alias !== '' && alias !== name
  return (
    <div className="group-member-person">
      <Avatar name={name} small />
      <span className="group-member-who">
        <span className="group-member-name">
          {name}
          {isSelf && name !== selfName && `（${selfName}）`}
        </span>
        {(isMuted || role !== 'normal' || hasOtherAlias) && (
          <span className="group-member-marks">
            {hasOtherAlias && <span className="chat-role">备注：{alias}</span>}
            {role !== 'normal' && <span className="chat-role">{nameRole(role, team)}</span>}
            {isMuted && <span className="chat-role">{isMutedByStaff ? '协会禁言' : '已禁言'}</span>}
          </span>
        )}
      </span>
    </div>
  )
}

/** The actions that need the rights of an owner or manager. */
type ManagementButtonsProps = Pick<
  ReturnType<typeof useMemberActions>,
  'isBusy' | 'setQuestion' | 'askBefore' | 'toggleMute' | 'toggleManager'
> & { member: ListedMember; canChooseRoles: boolean }

function ManagementButtons({ member, canChooseRoles, ...actions }: ManagementButtonsProps) {
  const { role, isMuted, isMutedByStaff } = member
  const { isBusy, setQuestion, askBefore, toggleMute, toggleManager } = actions
  return (
    <>
      {!isMutedByStaff && (
        <Button
          look="ghost"
          disabled={isBusy}
          onClick={(event) => (isMuted ? void toggleMute() : askBefore('mute', event))}
        >
          {isMuted ? '解除禁言' : '禁言'}
        </Button>
      )}
      {canChooseRoles && (
        <>
          <Button
            look="ghost"
            disabled={isBusy}
            onClick={(event) => (role === 'manager' ? void toggleManager() : askBefore('promote', event))}
          >
            {role === 'manager' ? '取消管理员' : '设为管理员'}
          </Button>
          <Button look="ghost" disabled={isBusy} onClick={() => setQuestion('transfer')}>
            转让组长
          </Button>
        </>
      )}
      <Button look="ghost" disabled={isBusy} onClick={() => setQuestion('remove')}>
        移出小组
      </Button>
    </>
  )
}

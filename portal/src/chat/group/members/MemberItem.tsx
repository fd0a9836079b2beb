// A member of a group, with the actions of owner and managers.
import { readAlias } from '../../thread/FriendAlias.tsx'
import { lazy, Suspense, useEffect, useRef, useState, type MouseEvent } from 'react'
import type { MemberRole, Team } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { Avatar } from '../../Avatar.tsx'
import { findFocusFallback } from '../focus-fallback.ts'
import { type ListedMember, selfName, teamRefOf } from './members.ts'
import { formatChatAddress } from '../../chat-address.ts'
import { isRoster, nameRole } from '../../role-names.ts'
import { useChatAction } from '../../use-chat-action.ts'

const ReportDialog = lazy(async () => ({ default: (await import('../../ReportDialog.tsx')).ReportDialog }))

type MemberItemProps = { chat: ChatSession; team: Team; ownRole: MemberRole; member: ListedMember }
/** An action that needs a confirmation. */
type UnconfirmedMemberAction = 'befriend' | 'mute' | 'promote' | 'remove' | 'transfer' | 'report'

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
  const { account, name, role, isMuted, isMutedByStaff, isSelf } = member
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState<UnconfirmedMemberAction | null>(null)
  const { isBusy, run } = useChatAction()
  const row = useRef<HTMLLIElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBusy || question !== null) return
    // the button was disabled when the dialog returned the focus
    pressed.current?.focus()
    pressed.current = null
  }, [isBusy, question])
  const askBefore = (action: UnconfirmedMemberAction, { currentTarget }: MouseEvent<HTMLButtonElement>) => {
    pressed.current = currentTarget
    setQuestion(action)
  }
  const ref = teamRefOf(team)
  const accounts = [account]
  const { request } = chat.client
  const toggleMute = () =>
    run(
      () => request('team.updateMuteStateInTeam', { ...ref, accounts, mute: !isMuted }),
      isMuted ? '已解除禁言' : '已禁言',
    )
  const toggleManager = () =>
    role === 'manager'
      ? run(() => request('team.removeTeamManagers', { ...ref, accounts }), '已取消管理员')
      : run(() => request('team.addTeamManagers', { ...ref, accounts }), '已设为管理员')
  const confirm = async () => {
    setQuestion(null)
    const home = findFocusFallback(row.current)
    if (question === 'befriend') {
      const hasSucceeded = await run(() => chat.applyAsFriend(account, team.teamId))
      // the other side had applied, too, so that this application accepts theirs
      const message = chat.isFriend(account) ? '对方也申请了加您，你们现在是好友' : '申请已发出，对方同意后可以私聊'
      if (hasSucceeded) {
        showToast(message)
        // the button is disabled or gone
        pressed.current = null
        home?.focus()
      }
    } else if (question === 'mute') await toggleMute()
    else if (question === 'promote') await toggleManager()
    else if (question === 'remove') {
      if (await run(() => request('team.removeTeamMembers', { ...ref, accounts }), '已移出小组')) home?.focus()
    } else await run(() => request('team.transferTeam', { ...ref, account, leave: false }), '组长已转让')
  }
  const isFriend = chat.isFriend(account)
  const alias = isFriend ? readAlias(chat, account) : ''
  const hasOtherAlias = alias !== '' && alias !== name
  const canBefriend = canApplyTo(team, ownRole, member) && !isFriend
  const hasApplied = chat.hasApplied(account)
  const befriendButton = (
    <Button
      look={canActOn(ownRole, member) ? 'ghost' : 'plain'}
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
        <div className="group-member-buttons">
          {!isSelf && !(isRoster(team) && role === 'owner') && (
            <Button look="plain" className="px-3" aria-label={`举报${name}`} onClick={() => setQuestion('report')}>
              举报
            </Button>
          )}
          {canBefriend && !canActOn(ownRole, member) && befriendButton}
          {isFriend && (
            <ButtonLink look="plain" className="px-3" href={formatChatAddress(account)}>
              私聊<span className="sr-only">：{name}</span>
            </ButtonLink>
          )}
          {canActOn(ownRole, member) && (
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
      {isOpen && canActOn(ownRole, member) && (
        <div className="group-member-actions">
          {canBefriend && befriendButton}
          {!isMutedByStaff && (
            <Button
              look="ghost"
              disabled={isBusy}
              onClick={(event) => (isMuted ? void toggleMute() : askBefore('mute', event))}
            >
              {isMuted ? '解除禁言' : '禁言'}
            </Button>
          )}
          {ownRole === 'owner' && !team.isManaged && (
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
          onYes={() => void confirm()}
          onNo={() => setQuestion(null)}
        />
      )}
    </li>
  )
}

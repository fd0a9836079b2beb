// The first view of a group's panel: applications, announcement, members, settings, and leaving.
import { useState, type ReactNode } from 'react'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Avatar } from '../../Avatar.tsx'
import { nameRole } from '../../role-names.ts'
import { Announcement } from './Announcement.tsx'
import { Applications } from '../joining/Applications.tsx'
import { GroupExitButtons } from './GroupExitButtons.tsx'
import { GroupProfile } from './GroupProfile.tsx'
import { GroupRights } from './GroupRights.tsx'
import { teamRefOf } from '../members/members.ts'
import { listRequests } from '../../team-requests.ts'
import { OwnNickname } from './OwnNickname.tsx'
import type { GroupPanelProps, PanelView } from './panel-props.ts'
import { useChatAction } from '../../use-chat-action.ts'

const maxFaces = 5

type GroupHomeProps = GroupPanelProps & { onView: (view: PanelView) => void }

export function GroupHome({
  chat,
  state,
  team,
  own,
  pages,
  conversation,
  applications: waiting,
  onView,
  onGone,
}: GroupHomeProps) {
  const canManage = own.type !== 'normal'
  const canInvite = !team.isManaged && (canManage || team.inviteMode === 'all')
  const applications = canManage
    ? listRequests(state.requests, 'applyTeam').filter((request) => request.team.teamId === team.teamId)
    : []
  const ref = teamRefOf(team)
  return (
    <>
      {applications.length > 0 && <Applications chat={chat} applications={applications} />}
      {waiting && waiting.groupId !== null && (
        <section className="group-part">
          <h3 className="sr-only">申请</h3>
          <a className="group-row" href={withQuery(routes.peerGroup, { id: waiting.groupId })}>
            <span>待审核的申请（{waiting.count}）</span>
            <Icon name="arrowRight" className="size-4" />
          </a>
        </section>
      )}
      <Announcement chat={chat} team={team} canEdit={canManage || team.updateTeamMode === 'all'} />
      <GroupProfile chat={chat} team={team} canEdit={!team.isManaged && (canManage || team.updateTeamMode === 'all')} />
      <section className="group-part">
        <h3 className="sr-only">成员</h3>
        <RowButton label={`成员（${team.memberNum}）`} onClick={() => onView('members')}>
          <span className="group-faces">
            {pages.members.slice(0, maxFaces).map(({ account, name }) => (
              <Avatar key={account} name={name} small />
            ))}
          </span>
        </RowButton>
        {canInvite && <RowButton label="邀请成员" onClick={() => onView('invite')} />}
      </section>
      <section className="group-part">
        <h3 className="sr-only">查找</h3>
        <RowButton label="搜索聊天记录" onClick={() => onView('search')} />
        <RowButton label="小组文件" onClick={() => onView('files')} />
      </section>
      <OwnNickname chat={chat} team={team} nickname={own.nickInTeam} />
      <section className="group-part">
        <h3 className="sr-only">设置</h3>
        <Switch
          label="消息免打扰"
          isOn={own.muteNotiType === 1}
          onChange={(isOn) => chat.client.request('team.updateInfoInTeam', { ...ref, muteNotiType: isOn ? 1 : 0 })}
        />
        {conversation && (
          <Switch label="置顶会话" isOn={conversation.isTop} onChange={(isOn) => chat.setTop(conversation.to, isOn)} />
        )}
        {canManage && (
          <Switch
            label="全员禁言"
            hint={`开启后只有${nameRole('owner', team)}和${nameRole('manager', team)}可以发言`}
            question={{ title: '开启全员禁言？', text: '组员还能看消息，不能发言，直到您关闭。', yes: '开启' }}
            isOn={team.muteType !== 'none'}
            onChange={(isOn) => chat.client.request('team.muteTeamAll', { ...ref, mute: isOn })}
          />
        )}
      </section>
      {canManage && !team.isManaged && team.type === 'advanced' && <GroupRights chat={chat} team={team} />}
      <GroupExitButtons
        chat={chat}
        team={team}
        isOwner={own.type === 'owner'}
        conversation={conversation}
        onGone={onGone}
      />
    </>
  )
}

function RowButton({ label, onClick, children }: { label: string; onClick: () => void; children?: ReactNode }) {
  return (
    <button type="button" className="group-row" onClick={onClick}>
      <span>{label}</span>
      {children}
      <Icon name="arrowRight" className="size-4" />
    </button>
  )
}

type SwitchProps = {
  label: string
  hint?: string
  /** Asked before the switch is turned on. */
  question?: { title: string; text: string; yes: string }
  isOn: boolean
  onChange: (isOn: boolean) => Promise<unknown>
}

function Switch({ label, hint, question, isOn, onChange }: SwitchProps) {
  const { isBusy, run } = useChatAction()
  const [isAsking, setAsking] = useState(false)
  const change = () => void run(() => onChange(!isOn))
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className="group-row"
        disabled={isBusy}
        onClick={() => (question && !isOn ? setAsking(true) : change())}
      >
        <span>
          {label}
          {hint && <small>{hint}</small>}
        </span>
        <span className="group-switch" aria-hidden="true" />
      </button>
      {question && isAsking && (
        <Confirm
          {...question}
          no="取消"
          onYes={() => {
            setAsking(false)
            change()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}

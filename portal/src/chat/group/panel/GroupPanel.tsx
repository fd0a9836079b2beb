// The panel of a group: beside the conversation on wide screens, else a dialog.
import './panel.css'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { GroupFiles } from './GroupFiles.tsx'
import { GroupHome } from './GroupHome.tsx'
import { GroupSearch } from './GroupSearch.tsx'
import { InviteLink } from '../joining/InviteLink.tsx'
import { InviteMembers } from '../joining/InviteMembers.tsx'
import { MemberList } from '../members/MemberList.tsx'
import type { GroupPanelProps, PanelView } from './panel-props.ts'

const titles: Record<PanelView, string> = {
  home: '小组信息',
  members: '成员',
  invite: '邀请成员',
  search: '搜索聊天记录',
  files: '小组文件',
}

export function GroupPanel(props: GroupPanelProps) {
  const { chat, state, to, team, own, pages, isBeside, firstView, onClose, onFound } = props
  const [view, setView] = useState(firstView)
  const heading = useId()
  const start = useRef<HTMLElement>(null)
  const opensBeside = useRef(isBeside)
  const shownView = useRef(firstView)
  useEffect(() => {
    // a dialog takes the focus automatically
    if (opensBeside.current) start.current?.focus()
  }, [])
  useEffect(() => {
    // the pressed control is gone with its view
    if (shownView.current !== view) start.current?.focus()
    shownView.current = view
  }, [view])
  const title = view === 'members' ? `成员（${team.memberNum}）` : titles[view]
  const content = (
    <section ref={start} tabIndex={-1} className="group-content" aria-label={title}>
      {view !== 'home' && (
        <Button look="plain" className="group-back" onClick={() => setView('home')}>
          <Icon name="arrowLeft" />
          返回小组信息
        </Button>
      )}
      {view === 'home' && <GroupHome {...props} onView={setView} />}
      {view === 'members' && <MemberList chat={chat} team={team} own={own} pages={pages} />}
      {view === 'search' && <GroupSearch chat={chat} to={to} onFound={onFound} />}
      {view === 'files' && <GroupFiles chat={chat} to={to} thread={state.threads.get(to)} />}
      {view === 'invite' && (
        <>
          <InviteLink teamId={team.teamId} />
          <InviteMembers chat={chat} team={team} onDone={() => setView('home')} />
        </>
      )}
    </section>
  )
  if (!isBeside)
    return (
      <Dialog title={title} onClose={onClose}>
        {content}
      </Dialog>
    )
  return (
    <aside className="group-side" aria-labelledby={heading}>
      <div className="group-side-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="chat-tool" aria-label="收起小组信息" title="收起" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="group-side-body">{content}</div>
    </aside>
  )
}

// Section of the developer documentation about notifications of teams and system messages.
import { TeamNotice } from '@xinqiao/contract/im/team/team-model.ts'
import { sectionExamples } from './section-examples.ts'
import { Code, createRows, DocsSection, Example, listFieldTypes, Part, Table } from './layout.tsx'
import { formatNotice, noticeFieldTexts, systemMessageFieldTexts, systemMessages, teamNotices } from './notice-texts.ts'

const { type: _type, team: _team, ...noticeTypes } = listFieldTypes(TeamNotice)
const noticeShapes = {
  ...noticeTypes,
  team: 'Partial<Team> & { mute?: boolean }',
  users: 'NoticeUser[]',
  members: 'NoticeMember[]',
}

export const NoticesSection = () => (
  <DocsSection
    id="notices"
    lead="群里发生的事是会话中的一条消息（群通知）；好友与入群的申请、邀请、撤回是系统消息，不在会话中。"
  >
    <Part
      id="team-notices"
      title="群通知"
      lead={
        <>
          <Code>msg.type</Code> 是 <Code>notification</Code>，内容在 <Code>msg.attach</Code>，操作的人是{' '}
          <Code>msg.from</Code>，群是 <Code>msg.to</Code>。由 onmsg、漫游、离线与历史给出；在线收到时还触发 onUpdateTeam
          等回调。
        </>
      }
    >
      <Table
        caption="群通知的种类"
        isCaptionHidden
        heads={['attach.type', '说明与 attach']}
        rows={Object.entries(teamNotices).map(([name, notice]) => [
          <Code key={name}>{name}</Code>,
          <>
            {notice.text}
            <code className="im-docs-type">{formatNotice(notice)}</code>
          </>,
        ])}
      />
      <Table
        caption="attach 的各项（NimTeamNotice）"
        heads={['项', '说明']}
        rows={createRows(noticeFieldTexts, noticeShapes)}
      />
    </Part>
    <Example {...sectionExamples.notices} />
    <Part
      id="system-messages"
      title="系统消息"
      lead="由 onsysmsg、onroamingsysmsgs（初次同步）与 onofflinesysmsgs（离线时）给出；除了 custom，也可以用 getLocalSysMsgs 读取。"
    >
      <Table
        caption="系统消息的种类"
        isCaptionHidden
        heads={['type', '说明']}
        rows={Object.entries(systemMessages).map(([name, { text, category, fields, states }]) => [
          <Code key={name}>{name}</Code>,
          <>
            {text}
            <code className="im-docs-type">
              category: {category}；state: {states.join('、')}
              {fields.length > 0 && `；另有 ${fields.join('、')}`}
            </code>
          </>,
        ])}
      />
      <Table
        caption="系统消息的各项（NimSysMsg）"
        heads={['项', '说明']}
        rows={createRows(systemMessageFieldTexts, {})}
      />
    </Part>
  </DocsSection>
)

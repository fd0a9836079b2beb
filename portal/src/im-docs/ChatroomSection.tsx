// Section of the developer documentation about chatrooms.
import { RoomInfo, RoomMember, RoomNotice } from '@xinqiao/contract/im/chatroom/chatroom-model.ts'
import { memberFieldTexts, roomFieldTexts, roomMessageTexts, roomNotices } from './chatroom-notice-texts.ts'
import {
  chatroomCallbackTexts,
  chatroomMethodTexts,
  chatroomOptionTexts,
  chatroomSendOptionTexts,
} from './chatroom-texts.ts'
import { sectionExamples } from './section-examples.ts'
import { Code, createRows, DocsSection, Example, listFieldTypes, Part, Table } from './layout.tsx'
import reference from './reference.json' with { type: 'json' }

const noticeTypes = listFieldTypes(RoomNotice)

export const ChatroomSection = () => (
  <DocsSection
    id="chatroom"
    lead="Chatroom.getInstance(options)：一个页面里一个聊天室一个实例，有自己的连接；对同一聊天室再次调用会断开前一个实例（ondisconnect 的 code 是 logout），换账号时也这样；选项中的 appKey、地址与重连的选项同 NIM。聊天室的消息不进入会话与同步，繁忙时可能只在历史里。"
  >
    <Example {...sectionExamples.chatroom} />
    <Example {...sectionExamples.anonymous} />
    <Table
      caption="聊天室的选项"
      heads={['选项', '说明']}
      rows={createRows(chatroomOptionTexts, reference.chatroomOptions, 'room-option')}
    />
    <Table
      caption="聊天室的回调"
      heads={['回调', '说明']}
      rows={createRows(chatroomCallbackTexts, reference.chatroomCallbacks, 'room-callback')}
    />
    <Table
      caption="发送方法的共同选项"
      heads={['选项', '说明']}
      rows={createRows(chatroomSendOptionTexts, reference.chatroomSendOptions, 'room-send')}
    />
    <Table
      caption="聊天室的方法"
      heads={['方法', '说明']}
      rows={createRows(chatroomMethodTexts, reference.chatroomMethods, 'room-method')}
    />
    <Part id="chatroom-shapes" title="聊天室的资料、成员与消息">
      <Table
        caption="资料（RoomInfo）"
        heads={['项', '说明']}
        rows={createRows(roomFieldTexts, listFieldTypes(RoomInfo))}
      />
      <Table
        caption="成员（RoomMember）"
        heads={['项', '说明']}
        rows={createRows(memberFieldTexts, listFieldTypes(RoomMember))}
      />
      <Table caption="消息（ChatroomMessage）" heads={['项', '说明']} rows={createRows(roomMessageTexts, {})} />
    </Part>
    <Part
      id="chatroom-notices"
      title="聊天室的通知"
      lead={
        <>
          <Code>type</Code> 为 <Code>notification</Code> 的消息，内容在 <Code>attach</Code>：<Code>type</Code> 是种类，
          <Code>from</Code> 与 <Code>fromNick</Code> 是操作的人，总是有；<Code>to</Code> 与 <Code>toNick</Code>{' '}
          是有关的账号与昵称，都是数组；<Code>custom</Code> 是操作的人附带的内容。
        </>
      }
    >
      <Table
        caption="通知的种类"
        isCaptionHidden
        heads={['attach.type', '说明与另有的项']}
        rows={Object.entries(roomNotices).map(([name, { text, fields }]) => [
          <Code key={name}>{name}</Code>,
          <>
            {text}
            <code className="im-docs-type">{`{ ${['type', 'from', 'fromNick', ...fields].join(', ')} }`}</code>
          </>,
        ])}
      />
      <Table
        caption="queueChange 与 chatroom 的类型"
        heads={['项', '类型']}
        rows={(['queueChange', 'chatroom'] as const).map((name) => [
          <Code key={name}>{name}</Code>,
          <code key="type" className="im-docs-type">
            {noticeTypes[name]}
          </code>,
        ])}
      />
    </Part>
  </DocsSection>
)

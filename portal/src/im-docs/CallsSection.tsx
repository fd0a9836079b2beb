// Section of the developer documentation about the events of calls.
import { SignalEvent } from '@xinqiao/contract/im/signalling/signalling-model.ts'
import { callEventTexts, callListenerTexts, signalFieldTexts } from './call-events.ts'
import { sectionExamples } from './section-examples.ts'
import { Code, createRows, DocsSection, Example, listFieldTypes, Part, Table } from './layout.tsx'
import reference from './reference.json' with { type: 'json' }

const fieldTypes = {
  ...listFieldTypes(SignalEvent),
  members: '{ account: string; accid: string; uid: number; createTime: number; expireTime: number }[]',
  attach: 'string，可以没有',
}

export const CallsSection = () => (
  <DocsSection
    id="calls"
    lead={
      <>
        方法见上文“通话信令”。新建实例之后立即用 <Code>nim.on</Code> 监听。信令只传递消息：声音与图像由页面用 WebRTC
        等自己连接，SDP 用 signalingControl 交换。
      </>
    }
  >
    <Example {...sectionExamples.call} />
    <Part id="calls-names" title="频道的名称等于钥匙">
      <p className="mt-1">
        在您的应用里，谁知道频道的名称或 <Code>channelId</Code>
        ，谁就能用 <Code>signalingGetChannelInfo</Code> 看到它的成员与
        ext，也能加入、收到发给全体成员的数据、关闭它，不需要被邀请。所以名称要猜不到：不写
        <Code>channelName</Code>，或用 <Code>crypto.randomUUID()</Code>，不要用“复诊”这样的词，也不要把名称与 channelId
        交给通话以外的人；ext 里不要写个人信息。协会自己的通话不受此影响：只有双方能看到和加入。
      </p>
    </Part>
    <Table
      caption="nim.on 监听的事件"
      heads={['事件', '说明']}
      rows={createRows(callListenerTexts, reference.events, 'event')}
    />
    <Table caption="eventType" heads={['种类', '谁收到，说明什么']} rows={createRows(callEventTexts, {})} />
    <Table caption="事件的各项（NimSignal）" heads={['项', '说明']} rows={createRows(signalFieldTexts, fieldTypes)} />
    <Part id="calls-stored" title="事件什么时候保存">
      <p className="mt-1">
        方法的选项 <Code>offlineEnabled</Code> 为 true 时，它引起的事件保存在服务器上，收到的事件有 <Code>msgid</Code>
        。这时邀请、取消与答复不论对方是否在线都保存，给几位成员的（ROOM_JOIN、LEAVE、ROOM_CLOSE）只为不在线的成员保存；没有写
        offlineEnabled 的不保存，msgid 为空。CONTROL 与到期、断线引起的事件从不保存。保存的事件在下次登录时由
        signalingUnreadMessageSyncNotify 给出，直到 signalingMarkMsgRead；每个账号最多 100 个，最长 7
        天。已经过期或取消的邀请不再给出。
      </p>
    </Part>
  </DocsSection>
)

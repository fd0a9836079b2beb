// Section of the developer documentation for the backends of apps.
import { Code, DocsSection, Entry, Table } from './layout.tsx'
import {
  alertExample,
  alertFieldRows,
  pushFieldRows,
  importRows,
  messageTypeList,
  serverCallRows,
  serverErrorRows,
  serverExample,
  serverLimits,
} from './server-api.ts'

export const ServerApi = () => (
  <DocsSection
    id="server"
    lead="您的后端用这些接口创建账号、发消息、查询历史、导入旧数据。它们是 POST 请求，内容是表单，所有参数都是文字；数组与对象写成 JSON。答复是 JSON，HTTP 状态总是 200，code 为 200 时成功，否则 desc 写明原因。"
  >
    <ol className="mt-3 list-decimal space-y-2 pl-5">
      <li>
        每次请求带四个请求头：<Code>AppKey</Code>；<Code>Nonce</Code>，每次不同的文字；<Code>CurTime</Code>
        ，1970 年以来的秒数，十位数字；<Code>CheckSum</Code>，密钥、Nonce、CurTime 依次相连的 SHA-1，小写十六进制。
      </li>
      <li>密钥只放在后端。更换后旧密钥一天内仍然有效；一天内再次更换时，更早的密钥立即失效，密钥泄露时可以这样做。</li>
      <li>
        账号一律存为小写，页面登录和发送时也写小写；账号只属于您的应用；其他应用的账号不可见。每次调用都有记录，管理员可以在后台查看。
      </li>
    </ol>
    <section aria-labelledby="example-server" className="mt-6">
      <h3 id="example-server">从后端创建账号并发消息</h3>
      <p className="mt-1">Node 20 以上。创建账号时返回的 token 交给您的页面登录。</p>
      <pre data-example="server">
        <code>{serverExample}</code>
      </pre>
    </section>
    <Table
      caption="接口"
      heads={['地址', '说明、参数与答复']}
      rows={serverCallRows.map(({ path, summary, input, limits, ignored, output }) => [
        <Entry key={path} kind="call" name={path} />,
        <>
          {summary}
          <code className="im-docs-type">{input}</code>
          {limits.length > 0 && <span className="block">{limits.join('；')}</span>}
          {ignored.length > 0 && <span className="block">可以传而没有作用：{ignored.join('、')}。</span>}
          <code className="im-docs-type">→ {output}</code>
        </>,
      ])}
    />
    <p className="mt-5">
      <Code>type</Code> 是消息类型：{messageTypeList}。<Code>body</Code> 是 JSON：文字与提示为{' '}
      <Code>{'{"msg": "…"}'}</Code>，位置为 <Code>{'{"lng", "lat", "title"}'}</Code>
      ，文件为上传得到的文件信息，通话记录为其 attach，自定义消息为其内容。
    </p>
    <p className="mt-5">
      <Code>option</Code> 是 JSON，没有列出的项与值得到 414，<Code>desc</Code> 写明是哪一项。消息的 option：
      <Code>push</Code>（false 不推送）与 <Code>badge</Code>（false 不计未读）是 true 或 false；
      <Code>history</Code>、<Code>roam</Code>、<Code>persistent</Code>、<Code>sendersync</Code>、
      <Code>sessionUpdate</Code>、<Code>route</Code> 只能是 true：每条消息都保存并同步；<Code>needPushNick</Code> 只能是
      false。自定义系统消息（sendAttachMsg 与 sendBatchAttachMsg）的 option 可以有 <Code>push</Code>、<Code>badge</Code>
      、<Code>needPushNick</Code> 与 <Code>route</Code>，只能是 false。
    </p>
    <p className="mt-5">
      群与超大群的接口以一个成员的名义执行，按他在群里的权限：<Code>owner</Code>{' '}
      多为群主，说明里写有“或管理员”的也可以是管理员。<Code>tid</Code> 就是页面中的 teamId。<Code>joinmode</Code> 为
      0（不需要验证，不写时也是）、1（需要）、2（不允许加入）；<Code>beinvitemode</Code> 为
      0（被邀请人要同意）、1（不需要）；
      <Code>invitemode</Code>、<Code>uptinfomode</Code>、<Code>upcustommode</Code> 为
      0（群主与管理员）、1（所有人）。邀请的账号里有不存在的，或者把 owner 加入了黑名单的，整个请求不执行。
    </p>
    <p className="mt-5">
      账号的资料：<Code>gender</Code> 为 0（未知）、1（男）、2（女）；<Code>birth</Code> 写成 1990-01-31；
      <Code>mobile</Code> 为 3 至 32 位数字与连字符，可以用 + 开头；<Code>email</Code> 写成 a@b.cn；<Code>icon</Code> 是
      http 或 https 地址。查询历史的 <Code>limit</Code> 为 1 至 100。页面 updateMyInfo 的 birth、tel 与 email 写法相同。
    </p>
    <Table
      caption="导入的每一项"
      heads={['参数', '内容']}
      rows={importRows.map(([name, shape]) => [
        <Code key={name}>{name}</Code>,
        <code key={shape} className="im-docs-type">
          {shape}
        </code>,
      ])}
    />
    <Table caption="服务端接口的限制" heads={['内容', '上限']} rows={serverLimits} />
    <section aria-labelledby="server-alerts" className="mt-6">
      <h3 id="server-alerts">接收求助提醒</h3>
      <p className="mt-1">
        管理员在“开放接入”中为您的应用填写提醒地址后，有人写下像是遇到危险的话时，我们向这个地址 POST 一段
        JSON，请求头与上面的四个相同，用您的密钥签名。请先核对签名，再答复 200 至 299；5
        分钟内没有答复的，提醒转给协会的值班人员。内容没有原文：请用 history/querySessionMsg
        查询会话；写下的人已撤回或修改的消息，以及不在会话中的文字，用 crisis/queryText 查询。
      </p>
      <pre data-example="alerts">
        <code>{alertExample}</code>
      </pre>
    </section>
    <Table
      caption="求助提醒的内容"
      heads={['字段', '内容']}
      rows={alertFieldRows.map(([name, text]) => [<Code key={name}>{name}</Code>, text])}
    />
    <section aria-labelledby="server-pushes" className="mt-6">
      <h3 id="server-pushes">推送到手机</h3>
      <p className="mt-1">
        页面用 updatePushToken 登记令牌，管理员在“开放接入”中填写推送地址。账号的所有设备都没有连接（或都在后台）20
        秒、而有新消息时，我们向这个地址 POST 一段 JSON，签名与求助提醒相同；您的服务器再交给 APNs、FCM
        或厂商的推送服务。每台设备十分钟内最多一次；群消息在账号回来之前只通知一次；被静音的账号与免打扰的群不通知。内容没有原文。答复
        410 表示令牌已失效，我们会删掉它；其他失败不重发，下一条消息再试。
      </p>
    </section>
    <Table
      caption="推送通知的内容"
      heads={['字段', '内容']}
      rows={pushFieldRows.map(([name, text]) => [<Code key={name}>{name}</Code>, text])}
    />
    <Table
      caption="服务端接口的错误"
      heads={['code', '说明']}
      rows={serverErrorRows.map(({ code, desc, text }) => [
        <Code key={code}>{code}</Code>,
        <>
          {desc && <strong>{desc}</strong>}
          {desc && <br />}
          {text}
        </>,
      ])}
    />
  </DocsSection>
)

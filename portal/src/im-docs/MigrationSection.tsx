// Section of the developer documentation for pages that were written for another SDK.
import { differences, uploadErrorRows } from './migration-texts.ts'
import { Code, DocsSection, Table } from './layout.tsx'

export const MigrationSection = () => (
  <DocsSection
    id="migrate"
    lead="方法、回调与选项的名称和同类 SDK 相同，原来的页面一般换脚本即可。下面是不同之处与容易弄错之处。"
  >
    <Table caption="不同之处" isCaptionHidden heads={['内容', '本 SDK']} rows={differences} />
    <Table
      caption="上传被服务器拒绝时的 code"
      heads={['code', '说明']}
      rows={uploadErrorRows.map(({ status, message, text }) => [
        <Code key={message}>{status}</Code>,
        <>
          <strong>{message}</strong>
          <br />
          {text}
        </>,
      ])}
    />
  </DocsSection>
)

// Parts of the developer documentation's layout.
import type { ReactNode } from 'react'
import { BlockHeading, Card } from '@xinqiao/ui/Card.tsx'

export const sections = [
  ['start', '快速开始'],
  ['options', '选项'],
  ['callbacks', '回调'],
  ['methods', '方法'],
  ['chatroom', '聊天室'],
  ['types', '类型'],
  ['errors', '错误'],
  ['limits', '限制'],
  ['server', '服务端接口'],
] as const

type DocsSectionProps = { id: (typeof sections)[number][0]; lead?: ReactNode; children: ReactNode }
export const DocsSection = ({ id, lead, children }: DocsSectionProps) => (
  <Card as="section" labelledBy={id} className="px-4.5 py-6 sm:px-10 sm:py-8">
    <BlockHeading id={id}>{sections.find(([other]) => other === id)![1]}</BlockHeading>
    {lead && <p className="mt-3">{lead}</p>}
    {children}
  </Card>
)

type TableProps = {
  caption: string
  /** True where a heading above says the same; the caption then is for screen readers. */
  isCaptionHidden?: boolean
  heads: readonly string[]
  rows: readonly (readonly ReactNode[])[]
}
/** A table whose first column holds the headings of the rows. */
export const Table = ({ caption, isCaptionHidden = false, heads, rows }: TableProps) => (
  <table className="mt-5">
    <caption className={isCaptionHidden ? 'sr-only' : undefined}>{caption}</caption>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, ...cells], index) => (
        <tr key={index}>
          <th scope="row">{name}</th>
          {cells.map((cell, column) => (
            <td key={column}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
export const Code = ({ children }: { children: ReactNode }) => <code>{children}</code>

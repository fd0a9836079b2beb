// Parts of the developer documentation's layout.
import type { ReactNode } from 'react'
import { formatAsTypeScript, toJsonSchema } from '@xinqiao/contract/im/json-schema.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import type { ImExample } from './examples.ts'

export const sections = [
  ['start', '快速开始'],
  ['migrate', '从其他 SDK 迁移'],
  ['options', '选项'],
  ['callbacks', '回调'],
  ['methods', '方法'],
  ['notices', '通知与系统消息'],
  ['chatroom', '聊天室'],
  ['calls', '通话信令的事件'],
  ['ai', '调用AI模型'],
  ['types', '类型'],
  ['errors', '错误'],
  ['limits', '限制'],
  ['server', '服务端接口'],
] as const

type DocsSectionProps = {
  id: (typeof sections)[number][0]
  lead?: ReactNode
  isOpen?: boolean
  children: ReactNode
}
/** A section that the reader opens. A link to something inside, the search and a printer open it too. */
export const DocsSection = ({ id, lead, isOpen = false, children }: DocsSectionProps) => (
  <Card as="section" labelledBy={id} className="px-4.5 sm:px-10">
    <details open={isOpen}>
      <summary className="im-docs-summary">
        <h2 id={id} className="text-xl leading-8 font-bold text-ink">
          {sections.find(([other]) => other === id)![1]}
        </h2>
      </summary>
      <div className="pb-6 sm:pb-8">
        {lead && <p>{lead}</p>}
        {children}
      </div>
    </details>
  </Card>
)

/** A long part of a section, which the reader opens as well. */
export const FoldedPart = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <details>
      <summary className="im-docs-summary">
        <h3 id={id}>{title}</h3>
      </summary>
      {children}
    </details>
  </section>
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
/** Table rows with name, text and type. With a kind, the search finds the rows. */
export const createRows = (
  texts: Readonly<Record<string, string>>,
  types: Readonly<Record<string, string>>,
  kind?: EntryKind,
) =>
  Object.entries(texts).map(([name, text]) => [
    kind ? <Entry key={name} kind={kind} name={name} /> : <Code key={name}>{name}</Code>,
    <>
      {text}
      {types[name] && <code className="im-docs-type">{types[name]}</code>}
    </>,
  ])

/** The types of the fields of a schema, by their names. */
export const listFieldTypes = (schema: Parameters<typeof toJsonSchema>[0]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(toJsonSchema(schema, 'output').properties ?? {}).map(([name, field]) => [
      name,
      formatAsTypeScript(field),
    ]),
  )

/** A heading inside a section, which the address can name. */
export const Part = ({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) => (
  <section aria-labelledby={id} className="mt-6">
    <h3 id={id}>{title}</h3>
    {lead && <p className="mt-1">{lead}</p>}
    {children}
  </section>
)

export const Example = ({ id, title, lead, code }: ImExample) => (
  <Part id={`example-${id}`} title={title} lead={lead}>
    <pre data-example={id}>
      <code>{code}</code>
    </pre>
  </Part>
)

export const Code = ({ children }: { children: ReactNode }) => <code>{children}</code>

/** Kinds of the entries that the search of the page finds, and that links can name. */
type EntryKind =
  | ('option' | 'send' | 'callback' | 'method' | 'type' | 'error' | 'command' | 'call' | 'event')
  | `room-${'option' | 'send' | 'callback' | 'method'}`
export const entryIdOf = (kind: EntryKind, name: string | number): string => `${kind}-${name}`
/** Shows the name of a method, option or error, marked so that the search of the page finds it. */
export const Entry = ({ kind, name }: { kind: EntryKind; name: string | number }) => (
  <code id={entryIdOf(kind, name)} data-entry="">
    {name}
  </code>
)

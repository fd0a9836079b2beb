// The privacy policy and the terms of service.
import { routes } from '@xinqiao/contract/routes.ts'
import { Breadcrumb } from '@xinqiao/ui/Breadcrumb.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { definePage, loadNothing } from '../page.ts'
import { type LegalText, privacyPolicy, type TextBlock, userAgreement } from './legal.texts.ts'

const changesId = 'changes'

const defineLegalPage = (text: LegalText, canonical: string) =>
  definePage<null>({
    params: [],
    cached: true,
    indexed: true,
    load: loadNothing,
    head: () => ({ title: text.title, description: text.lead[0] ?? text.title, canonical }),
    View: () => (
      <div className="frame max-w-[60rem]">
        <Breadcrumb crumbs={[{ label: '首页', href: routes.dashBoard }, { label: text.title }]} />
        <Card className="px-4.5 py-7 sm:p-12">
          <div className="mx-auto max-w-[44.625rem]">
            <h1 className="text-2xl leading-10 font-bold text-ink sm:text-display sm:leading-12">{text.title}</h1>
            <p className="mt-1 mb-7 text-sm text-muted">
              版本日期：<time dateTime={text.versions[0].date}>{text.versions[0].date}</time> ·{' '}
              <a href={`#${changesId}`} className="text-brand-deep underline">
                查看更新记录
              </a>
            </p>
            <div className="article">
              {text.lead.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {text.sections.map((section) => (
                <section key={section.heading}>
                  <h2>
                    <Phrases text={section.heading} />
                  </h2>
                  {section.blocks.map((block, index) => (
                    <LegalTextBlock key={index} block={block} />
                  ))}
                </section>
              ))}
              <VersionList versions={text.versions} />
            </div>
          </div>
        </Card>
      </div>
    ),
  })

const VersionList = ({ versions }: Pick<LegalText, 'versions'>) => (
  <section>
    <h2 id={changesId}>更新记录</h2>
    {versions.map(({ date, changes }) => (
      <section key={date}>
        <h3>
          <time dateTime={date}>{date}</time>
        </h3>
        <ul className="mb-4">
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </section>
    ))}
  </section>
)

function LegalTextBlock({ block }: { block: TextBlock }) {
  if (block.kind === 'paragraph') return <p className="mb-4">{block.text}</p>
  const List = block.kind === 'steps' ? 'ol' : 'ul'
  return (
    <List className="mb-4">
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </List>
  )
}

export const privacyPage = defineLegalPage(privacyPolicy, routes.privacy)
export const termsPage = defineLegalPage(userAgreement, routes.terms)

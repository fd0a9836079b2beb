// The index of the developer documentation: its sections, and the methods by group.
import { entryIdOf, sections } from './layout.tsx'
import { methodGroups } from './methods.texts.ts'

const linkClass = 'text-brand-deep underline-offset-4 hover:text-brand hover:underline'

export const DocsIndex = () => (
  <nav aria-label="目录" className="mt-4 text-compact">
    <ul className="flex flex-wrap gap-x-5 gap-y-2 lg:block lg:space-y-2">
      {sections.map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`} className={linkClass}>
            {title}
          </a>
        </li>
      ))}
    </ul>
    <details className="im-docs-names mt-4">
      <summary className="im-docs-summary font-semibold text-ink">全部方法的名称</summary>
      {methodGroups.map(({ id, title, methods }) => (
        <div key={id} className="mb-3">
          <p id={`names-${id}`} className="font-semibold text-ink">
            {title}
          </p>
          <ul aria-labelledby={`names-${id}`} className="flex flex-wrap gap-x-4 lg:block">
            {Object.keys(methods).map((name) => (
              <li key={name}>
                <a href={`#${entryIdOf('method', name)}`} className={`${linkClass} py-0.5`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  </nav>
)

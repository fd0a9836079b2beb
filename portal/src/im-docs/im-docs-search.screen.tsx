// Search of the developer documentation. It also opens the sections that a link or a printer needs.
import { useEffect, useState } from 'react'
import { findEntries, openForPrint, openNames, revealTarget } from './reveal.ts'
import { Field } from '@xinqiao/ui/Field.tsx'

const maxResults = 40

export function Screen() {
  const [query, setQuery] = useState('')
  useEffect(() => {
    openNames()
    revealTarget()
    const reveal = ({ target }: Event) => {
      // a link to the part that the address names already causes no other event
      if (target instanceof Element && target.closest('a[href^="#"]')) setTimeout(revealTarget)
    }
    const restoring = openForPrint()
    addEventListener('hashchange', revealTarget)
    document.addEventListener('click', reveal)
    return () => {
      restoring()
      removeEventListener('hashchange', revealTarget)
      document.removeEventListener('click', reveal)
    }
  }, [])
  const entries = query.trim() === '' ? [] : findEntries(query)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (entries[0]) location.hash = entries[0].id
        }}
      >
        <Field
          name="im-docs-search"
          type="search"
          label="查找方法、回调、选项或错误"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <div aria-live="polite">
          {query.trim() !== '' && (
            <p className="mt-2 text-compact text-muted">
              {entries.length === 0 ? '没有找到，请换一个词。' : `找到 ${entries.length} 项，按回车打开第一项。`}
            </p>
          )}
        </div>
        {entries.length > 0 && (
          <ul aria-label="查找结果" className="mt-2 space-y-1.5">
            {entries.slice(0, maxResults).map(({ id, name, section }) => (
              <li key={id}>
                <a href={`#${id}`} className="break-all text-brand-deep underline underline-offset-4 hover:text-brand">
                  {name}
                </a>{' '}
                <span className="text-compact text-muted">{section}</span>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  )
}

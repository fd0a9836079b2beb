// The charter, with a table of contents.
import { charter } from './charter.texts.ts'

export function CharterText() {
  const { note, chapters } = charter
  return (
    <>
      <p className="text-muted">{note}</p>
      <nav aria-label="章程目录" className="my-6 rounded-card bg-page p-4">
        <ul className="grid gap-x-4 sm:grid-cols-2">
          {chapters.map((chapter, index) => (
            <li key={chapter.heading}>
              <a
                href={`#chapter-${index + 1}`}
                className="block rounded-lg px-2 py-1.5 text-brand-deep hover:underline"
              >
                {chapter.heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="article max-w-[44.625rem]">
        {chapters.map((chapter, index) => (
          <section key={chapter.heading} aria-labelledby={`chapter-${index + 1}`}>
            <h2 id={`chapter-${index + 1}`}>{chapter.heading}</h2>
            {chapter.articles.map((article) => (
              <div key={article.number} className="mb-4">
                <p>
                  <strong className="mr-3 text-ink">{article.number}</strong>
                  {article.text}
                </p>
                {article.items && (
                  <ul className="mt-1">
                    {article.items.map((item) => (
                      <li key={item}>{item}</li>
                    ))}
                  </ul>
                )}
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

// JSON inside a page. `<` is escaped, so that no text can end the script element.

type JsonBlockProps = { type: 'application/json' | 'application/ld+json'; id?: string; value: unknown }

export const JsonBlock = ({ type, id, value }: JsonBlockProps) => (
  <script
    type={type}
    id={id}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(value).replaceAll('<', String.raw`\u003c`) }}
  />
)

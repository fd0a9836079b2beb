// The quoted message above a reply.

/** `key`: the quoted message, or null if it is not loaded. */
export type LineQuote = { key: string | null; text: string }

export function Quote({
  quote: { key: quotedKey, text },
  onQuote,
}: {
  quote: LineQuote
  onQuote: (key: string) => void
}) {
  const content = (
    <>
      <span className="sr-only">回复</span>
      {text}
    </>
  )
  if (quotedKey === null) return <p className="chat-quote">{content}</p>
  return (
    <button type="button" className="chat-quote" title="查看原消息" onClick={() => onQuote(quotedKey)}>
      {content}
    </button>
  )
}

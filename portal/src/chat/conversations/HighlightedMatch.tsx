// A search result: the match with its surrounding text.
export function HighlightedMatch({ text, keyword }: { text: string; keyword: string }) {
  const index = text.toLowerCase().indexOf(keyword.toLowerCase())
  if (index < 0) return text
  const start = Math.max(0, index - 12)
  const end = index + keyword.length
  return (
    <>
      {start > 0 && '…'}
      {text.slice(start, index)}
      <mark>{text.slice(index, end)}</mark>
      {text.slice(end, end + 40)}
    </>
  )
}

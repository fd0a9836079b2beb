// Conversion between an HTML list and lines of a text field, so that staff write no HTML.
const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The text of each paragraph, entry or line, without formatting. */
export function htmlToLines(html: string): string {
  const { body } = new DOMParser().parseFromString(
    html.replaceAll(/<br\s*\/?>|<\/(?:p|li|div|h\d)>/gi, '$&\n'),
    'text/html',
  )
  const lines = (body.textContent ?? '').split('\n').map((line) => line.trim())
  return lines.filter(Boolean).join('\n')
}

export function linesToHtmlList(lines: string): string {
  const entries = lines.split('\n').flatMap((line) => line.trim() || [])
  return entries.length === 0 ? '' : `<ul>${entries.map((entry) => `<li>${escapeHtml(entry)}</li>`).join('')}</ul>`
}

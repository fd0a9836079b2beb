// Reading and writing bits of markup. Styles are read from the attribute: browsers forget mso-* properties.

/** @returns property to value, both in lower case */
export function readStyle(element: Element): Record<string, string> {
  const found: Record<string, string> = {}
  for (const part of (element.getAttribute('style') ?? '').split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      found[part.slice(0, colon).trim().toLowerCase()] = part
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  return found
}

export function isHidden(element: Element): boolean {
  const style = readStyle(element)
  // visibility is no sign: WeChat hides its whole article that way until its script has run.
  return style.display === 'none' || style['mso-hide'] === 'all' || element.hasAttribute('hidden')
}

/** Hard spaces and zero-width marks are layout in disguise; runs of white space mean one. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[ \t\r\n\f\u00a0]+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

export const escapeAttribute = (text: string): string => escapeText(text).replace(/"/g, '&quot;')

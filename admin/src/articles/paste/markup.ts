// Helpers to read and write markup. Styles are parsed from the attribute, because browsers drop mso-* properties.

/** @returns property to value, both in lower case */
export function readStyle(element: Element): Record<string, string> {
  const declarations: Record<string, string> = {}
  for (const part of (element.getAttribute('style') ?? '').split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      declarations[part.slice(0, colon).trim().toLowerCase()] = part
        .slice(colon + 1)
        .trim()
        .toLowerCase()
  }
  return declarations
}

export function isHidden(element: Element): boolean {
  const style = readStyle(element)
  // visibility is ignored, because WeChat hides its whole article that way until its script has run
  return style.display === 'none' || style['mso-hide'] === 'all' || element.hasAttribute('hidden')
}

/** Removes layout by hard spaces and zero-width characters; runs of white space become one space. */
export const cleanAndEscapeText = (text: string): string =>
  text
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[ \t\r\n\f\u00a0]+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')

export const escapeAttribute = (text: string): string => cleanAndEscapeText(text).replace(/"/g, '&quot;')

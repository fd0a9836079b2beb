// Prepares an article's HTML for the page. The server has cleaned it; here only boxes are put around tables.

/** A wide table scrolls in its own box, which the keyboard can reach. */
export const boxTables = (html: string): string =>
  html
    .replaceAll(/<table(?=[\s>])/g, '<div class="table-box" tabindex="0" role="group" aria-label="表格"><table')
    .replaceAll('</table>', '</table></div>')

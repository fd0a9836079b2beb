// Prepares an article's HTML for the page. The server has sanitised it; this only adds boxes around tables.

/** Puts a wide table into a box that scrolls and can be focused by keyboard. */
export const wrapTables = (html: string): string =>
  html
    .replaceAll(/<table(?=[\s>])/g, '<div class="table-box" tabindex="0" role="group" aria-label="表格"><table')
    .replaceAll('</table>', '</table></div>')

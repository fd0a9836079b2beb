// Writes templates of robots, which pages read by parseRobotTemplate.

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '&': '&amp;' }
const encode = (text: string): string => text.replaceAll(/[<>"'&]/g, (mark) => entities[mark]!)

/** A text with links below it. A link with a `question` asks the robot. */
export function createRobotTemplate(
  text: string,
  links: readonly { label: string; url?: string; question?: string }[],
): string {
  const label = (words: string) => `<text name="label">${encode(words)}</text>`
  const items = links.map(
    ({ label: words, url, question }) =>
      `<link style="button" type="${url === undefined ? 'block' : 'url'}" target="${encode(url ?? question ?? '')}">${label(words)}</link>`,
  )
  const layouts = [label(text), ...(items.length > 0 ? [items.join('')] : [])]
  return `<template>${layouts.map((layout) => `<LinearLayout>${layout}</LinearLayout>`).join('')}</template>`
}

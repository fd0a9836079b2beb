// The text that a channel carries: it names the called account, so that a page that loads again while it rings knows
// it.

export const toChannelExt = (to: string) => JSON.stringify({ to })
export function readCalledAccount(ext: string): string | null {
  try {
    const { to } = JSON.parse(ext) as { to?: unknown }
    return typeof to === 'string' ? to : null
  } catch {
    return null
  }
}

// Origins of this installation, for its pages and its chat: the public address, then IM_LINKS.
import type { Config } from '../config.ts'

export function chatOrigins({ publicUrl, IM_LINKS }: Pick<Config, 'publicUrl' | 'IM_LINKS'>): string[] {
  return [...new Set([publicUrl, ...IM_LINKS].map((link) => new URL(link).origin))]
}

// The reactions that our pages offer. Their numbers are stored, so they do not change.
export const reactionKinds = [
  { body: 1, emoji: '👍', name: '赞同' },
  { body: 2, emoji: '❤️', name: '爱心' },
  { body: 3, emoji: '🤗', name: '抱抱' },
  { body: 4, emoji: '😢', name: '难过' },
  { body: 5, emoji: '🙏', name: '感谢' },
] as const

/** Reactions of other pages have numbers that ours do not know. */
export const findReactionKind = (body: number) => reactionKinds.find((kind) => kind.body === body) ?? null

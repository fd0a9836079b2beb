// Lets what has to be asked first be asked at the same time, and yet go on in the order in which it came: a text
// must not overtake the picture before it because the picture had to be looked up.

/** @returns a function that waits for `question`, and for those of the same asker before it; null asks nothing */
export function makeInOrder(): (asker: number, question: Promise<unknown> | null) => Promise<void> | null {
  const last = new Map<number, Promise<unknown>>()

  async function wait(asker: number, turn: Promise<unknown>, question: Promise<unknown> | null): Promise<void> {
    await turn
    if (last.get(asker) === turn) last.delete(asker)
    await question
  }
  return (asker, question) => {
    const before = last.get(asker)
    if (!question && !before) return null
    const turn = Promise.allSettled([before, question])
    last.set(asker, turn)
    return wait(asker, turn, question)
  }
}

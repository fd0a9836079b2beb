// Trie that finds many words in one pass. Most look-ups end after one character.

export type Trie<T> = { value: T | undefined; next: Map<number, Trie<T>> }

const createNode = <T>(): Trie<T> => ({ value: undefined, next: new Map() })

export function createTrie<T>(words: Iterable<readonly [string, T]>): Trie<T> {
  const root = createNode<T>()
  for (const [word, value] of words) {
    let node = root
    for (let at = 0; at < word.length; at++) {
      const sign = word.charCodeAt(at)
      let next = node.next.get(sign)
      if (!next) node.next.set(sign, (next = createNode()))
      node = next
    }
    node.value = value
  }
  return root
}

// Trie that finds many words in one pass. Most look-ups end after one character.

export type TrieNode<T> = { value: T | undefined; next: Map<number, TrieNode<T>> }
/** The node of a word's first code unit. */
export type Trie<T> = (firstUnit: number) => TrieNode<T> | undefined

const createNode = <T>(): TrieNode<T> => ({ value: undefined, next: new Map() })

export function createTrie<T>(words: Iterable<readonly [string, T]>): Trie<T> {
  const nodes: (TrieNode<T> | undefined)[] = [undefined]
  const places = new Uint16Array(0x10000) // index in `nodes` by code unit; 0 when no word begins with it
  for (const [word, value] of words) {
    const first = word.charCodeAt(0)
    places[first] ||= nodes.push(createNode<T>()) - 1
    let node = nodes[places[first]]!
    for (let at = 1; at < word.length; at++) {
      const unit = word.charCodeAt(at)
      let next = node.next.get(unit)
      if (!next) node.next.set(unit, (next = createNode()))
      node = next
    }
    node.value = value
  }
  return (firstUnit) => nodes[places[firstUnit]!]
}

/** The similarity of two texts, 0 to 1, ignoring case: the better of shared words and shared letter pairs. */
export function textSimilarity(one: string, other: string): number {
  if (one === other) return one ? 1 : 0
  const [left, right] = [one.toLowerCase(), other.toLowerCase()]
  if (!left || !right) return 0
  if (left === right) return 1
  return Math.max(setSimilarity(wordsOf(left), wordsOf(right)), dice(pairsOf(left), pairsOf(right)))
}

/** Shared elements as a share of all: Jaccard's index. */
export function setSimilarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const each of one) if (other.has(each)) shared += 1
  return shared / (one.size + other.size - shared)
}

/** The similarity of paths: how many steps are the same from the end, as a share of the longer path. */
export function pathSimilarity(one: string, other: string): number {
  if (one === other) return one ? 1 : 0
  const [left, right] = [one.split('/'), other.split('/')]
  const longest = Math.max(left.length, right.length)
  // The longest common subsequence: an additional wrapper costs one step, not all steps above it.
  let row = Array.from<number>({ length: right.length + 1 }).fill(0)
  for (const step of left) {
    const next = [0]
    for (const [index, each] of right.entries()) {
      next.push(step === each ? row[index]! + 1 : Math.max(row[index + 1]!, next[index]!))
    }
    row = next
  }
  return row[right.length]! / longest
}

function dice(one: Map<string, number>, other: Map<string, number>): number {
  let shared = 0
  let total = 0
  for (const [pair, count] of one) {
    shared += Math.min(count, other.get(pair) ?? 0)
    total += count
  }
  for (const count of other.values()) total += count
  return total === 0 ? 0 : (2 * shared) / total
}

const pairCache = new Map<string, Map<string, number>>()
const wordCache = new Map<string, Set<string>>()

function pairsOf(text: string): Map<string, number> {
  return cached(pairCache, text, () => {
    const pairs = new Map<string, number>()
    for (let index = 0; index < text.length - 1; index += 1) {
      const pair = text.slice(index, index + 2)
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    return pairs
  })
}

/** The words of a text or a name in code, in lower case. */
export function wordsOf(text: string): Set<string> {
  return cached(wordCache, text, () => {
    const parts = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
    return new Set(parts.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  })
}

/** Computed once for each key: the target's texts are compared with every candidate's, and a page repeats its own. */
export function cached<Value>(cache: Map<string, Value>, key: string, make: () => Value): Value {
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size > 10_000) cache.clear()
  const made = make()
  cache.set(key, made)
  return made
}

/**
 * Computes a value for each key once, for values that cost more than a look at a table and are needed thousands of times a second.
 * Once there are `limit` of them, all are forgotten.
 */
export function remember<Value>(limit: number, compute: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    if (known.size >= limit) known.clear()
    const computed = compute(key)
    known.set(key, computed)
    return computed
  }
}

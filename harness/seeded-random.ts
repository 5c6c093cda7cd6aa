/** Random numbers from a seed: the same seed makes the same choices. */
export interface SeededRandom {
  /** A number of at least 0 and less than `below`. */
  upTo(below: number): number
  pick<Item>(items: Item[]): Item
  shuffle<Item>(items: Item[]): Item[]
}

/** A linear congruential generator modulo 2³², with the constants of Numerical Recipes. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // The first few numbers of neighbouring seeds are close to each other.
  for (let turn = 0; turn < 8; turn += 1) next()
  const random: SeededRandom = {
    upTo: (below) => next() * below,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    shuffle(items) {
      const left = [...items]
      return items.map(() => left.splice(Math.floor(next() * left.length), 1)[0]!)
    },
  }
  return random
}

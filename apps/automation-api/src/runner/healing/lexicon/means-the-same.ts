import { cached } from '../ranking/similarity.ts'
import { listWords, readLexicon } from './read-lexicon.ts'

const interfaceWords = readLexicon('interface-words.txt')

// Without them a name still says the same.
const FILLER = new Set(
  `a an the your my our please here der die das den dein deine ihr ihre mein meine le la les l un une de du d votre vos
  mon ma mes el los las tu su mi del`
    .split(/\s+/)
    .filter(Boolean),
)

const meanings = new Map<string, { meaning: string; isKnown: boolean }>()

/**
 * Whether two names say the same in other words: "Log in" and "Sign in", "Lost your password?" and "Forgot password?",
 * "Search products" and "Find products". Names without a word of the lexicon never do.
 */
export function meansTheSame(one: string, other: string): boolean {
  const [left, right] = [readMeaning(one), readMeaning(other)]
  return left.isKnown && right.isKnown && left.meaning === right.meaning
}

function readMeaning(name: string): { meaning: string; isKnown: boolean } {
  return cached(meanings, name, () => {
    const words = listWords(name.slice(0, 120))
    const whole = interfaceWords.whole.get(words.join(' '))
    if (whole !== undefined) return { meaning: `#${whole}`, isKnown: true }
    const parts: string[] = []
    let isKnown = false
    for (let at = 0; at < words.length;) {
      const found = longestAt(words, at)
      if (found) {
        parts.push(`#${found.meaning}`)
        at += found.count
        isKnown = true
      } else {
        if (!FILLER.has(words[at]!)) parts.push(words[at]!)
        at += 1
      }
    }
    return { meaning: parts.join(' '), isKnown }
  })
}

function longestAt(words: string[], at: number): { meaning: number; count: number } | undefined {
  for (let count = Math.min(interfaceWords.longest, words.length - at); count > 0; count -= 1) {
    const meaning = interfaceWords.anywhere.get(words.slice(at, at + count).join(' '))
    if (meaning !== undefined) return { meaning, count }
  }
  return undefined
}

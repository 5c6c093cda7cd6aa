import { detectLanguage } from '../words/languages.ts'
import type { Word } from '../words/words.ts'

// "Rio de Janeiro", "Ana de la Cruz"; not "on" and "to", which lead to something else.
const ROMANCE = /^(?:de|del|della|di|da|do|dos|das|du|des|la|las|los|el)$/u
// "van der Berg"
const OTHER = /^(?:van|von|der|den|ter|ten|bin|ibn|al)$/u
// "Dr. Osei", "Ursula K. Le Guin"
const ABBREVIATED = /^(?:\p{Lu}|Dr|Prof|Mr|Mrs|Ms|Mx|St)$/u
const MAX_PARTICLES = 2

/**
 * The index of the last word of the name that begins at `at`: the capitalised words after it, also beyond the particles of
 * a name. In other languages than English, particles are mostly prepositions.
 */
export function endOfName(text: string, words: Word[], at: number): number {
  const isParticle = findParticles(text, words)
  const between = (one: number) => text.slice(words[one]!.end, words[one + 1]!.start)
  let last = at
  while (words[last + 1] && isInside(words[last]!, between(last))) {
    let next = last + 1
    while (
      next - last <= MAX_PARTICLES &&
      isParticle(words[next]!) &&
      words[next + 1] &&
      between(next) === ' '
    )
      next += 1
    if (!/^\p{Lu}/u.test(words[next]!.text) || words[next]!.text === 'I') break
    last = next
  }
  return last
}

/** A name with "de la" makes no request Spanish. */
function findParticles(text: string, words: Word[]): (word: Word) => boolean {
  const others = words.filter((word) => !ROMANCE.test(word.text)).map((word) => word.text)
  const isEnglish = detectLanguage(text) === 'en'
  const isOtherwise = detectLanguage(others.join(' ')) === 'en'
  return (word) => (isOtherwise && ROMANCE.test(word.text)) || (isEnglish && OTHER.test(word.text))
}

const isInside = ({ text }: Word, gap: string) =>
  gap === ' ' || gap === ' & ' || gap === '-' || (gap === '. ' && ABBREVIATED.test(text))

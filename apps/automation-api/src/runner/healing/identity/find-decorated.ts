import { findEvidence } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { readLookalike } from '../lookalikes.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { comparable, type Learned, readShown } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

/** "Test request (get /beds)" */
const IN_BRACKETS = /(?:\([^()]{1,60}\)|\[[^[\]]{1,60}\])$/
/** "Number: sorted ascending", "Close group - beds" */
const AFTER_DASH = /(?:: | [-–—|] ).*$/
/** "Line <Ctrl+Shift+H>" */
const SHORTCUT = /<[^<>]{1,60}>$/
/** "POST ▼" */
const SYMBOLS = /[\p{So}\p{Sm}]+/gu

/**
 * The candidate whose name is the learned one but for what is added in brackets, after a dash or a colon, or as a symbol. Where several
 * were called alike, and as many are now, it is the one at the same place among them.
 *
 * @param page the candidates in its order
 */
export function findDecorated<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  page: Of[],
): { best: Of; message: string } | undefined {
  const { fingerprint: wanted, lookalikes } = target
  const own = readParts(wanted)
  // A text is read, and with more said in it is another one: "Error" and "Error: no water".
  if (!lookalikes || roleOf(wanted) === '' || !/\p{L}{2}/u.test(own.plain)) return undefined
  const isSo = (of: Fingerprint) => readParts(of).plain === own.plain
  const called = page.filter(({ fingerprint }) => isOfLikeRole(wanted, fingerprint) && isSo(fingerprint))
  const { index, count } = wanted.ordinal
  const others = lookalikes.map(readLookalike).filter(isSo)
  const hadOthers = others.some(
    (each) => comparable(readShown(each)).exact !== comparable(readShown(wanted)).exact,
  )
  if (hadOthers) return undefined
  const isOnly = count === 1 && others.length === 0
  const best = isOnly ? onlyOne(called) : called.length === count ? called[index] : undefined
  if (!best || comparable(readShown(best.fingerprint)).exact === comparable(readShown(wanted)).exact)
    return undefined
  // "Edit (Basil)" is not "Edit (Leek)".
  const { added } = readParts(best.fingerprint)
  if (own.added !== '' && added !== '' && own.added !== added) return undefined
  const evidence = findEvidence(wanted, best.fingerprint)
  if (evidence.wasNeighbour || isContradicted(evidence)) return undefined
  // Rows may have been put into another order.
  if (!isOnly && evidence.nearBy < THRESHOLDS.surroundings) return undefined
  return { best, message: 'called the same but for what is added' }
}

/** A name without what a page adds to it, and what that is. Neither a shortcut nor a symbol says of what it is. */
function readParts(of: Fingerprint): { plain: string; added: string } {
  const shown = readShown(of).slice(0, 120).replace(SHORTCUT, '').replaceAll(SYMBOLS, ' ').trim()
  const beside = [...of.before, ...of.after].find((text) => shown.endsWith(` ${text}`)) ?? ''
  const plain = shown
    .slice(0, beside === '' ? undefined : -beside.length - 1)
    .replace(IN_BRACKETS, '')
    .replace(AFTER_DASH, '')
  return { plain: comparable(plain || shown).exact, added: comparable(shown.slice(plain.length)).exact }
}

import { findEvidence, isNamesake } from '../find-evidence.ts'
import { isContradicted } from '../find-reason.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { showsWhatIsSaid } from '../lexicon/compare-icons.ts'
import {
  findCommonParts,
  hasParts,
  listMeanings,
  meansTheSame,
  type Part,
} from '../lexicon/means-the-same.ts'
import { withoutSheet } from '../lexicon/without-sheet.ts'
import { readLookalike } from '../lookalikes.ts'
import { THRESHOLDS } from '../thresholds.ts'
import { hadSameIcon } from './find-by-icon.ts'
import { hadNamesakes, readFieldLabel, toLabel } from './field-label.ts'
import { isInOtherPart, isInSameArea, isInSamePart } from './compare-parts.ts'
import {
  hadSynonym,
  hadTwin,
  isOwnWord,
  isPartKnown,
  type Learned,
  listNames,
  listTexts,
  readShown,
} from './names.ts'
import { isNested, onlyOne } from './only-one.ts'
import { isOfLikeRole, roleOf } from './role-family.ts'

const LOGO =
  /^(?:(?:navbar|nav|site|header|sidebar|page)[-_])?(?:brand|logo)(?:[-_](?:link|text|image|img))?$/i
const PRESSED = /^(?:button|link|tab|menuitem)$/
const READ = /^(?:heading|paragraph|img|cell|columnheader|listitem)$/
const COMPANIES =
  /facebook|twitter|google|github|gitlab|bitbucket|linkedin|instagram|youtube|apple|microsoft|windows|pinterest|whatsapp|telegram|slack|discord|amazon|paypal|tiktok|reddit/i

/**
 * The only candidate whose name, which is another one than the learned one, says the same to a person: in other words,
 * beside a badge or a shortcut, by an icon, with one more word or one less, or as the logo. Each is a guess, so it is
 * never written back at once; where several would do, there is none.
 */
export function findRenamed<Of extends { fingerprint: Fingerprint }>(
  target: Learned,
  candidates: Of[],
): { best: Of; message: string; needsNoLikeness?: boolean } | undefined {
  const wanted = target.fingerprint
  const names = listOwnNames(target)
  const ownTexts = listTexts(wanted)
  const bare = withoutSheet(target)
  const called = candidates.filter(({ fingerprint }) => isNamesake(wanted, fingerprint))
  const isOnlyByWords = new Map<string, boolean>()
  const logo = isLogo(wanted) ? onlyOne(candidates.filter((each) => isLogo(each.fingerprint))) : undefined
  const isOnlyLogo = logo !== undefined && !isInOtherPart(wanted, logo.fingerprint)
  // Several pictures without a text of their own are called alike, and one of them is the logo.
  if (hadNamesakes(target))
    return isOnlyLogo && hadNoOtherLogo(target)
      ? { best: logo, message: 'the only link of the logo' }
      : undefined

  const around = findAround(called)
  if (around && isFree(around)) return { best: around, message: 'the only element with a part of that name' }
  if (called.length > 0) return undefined

  const synonymous = findSynonymous()
  if (synonymous && names.length > 0 && isFree(synonymous.best, { isSaid: true })) return synonymous

  const said = hadSameText(target) ? undefined : onlyOne(candidates.filter((each) => saysSame(each)))
  if (said && isFree(said, { isSaid: true }))
    return { best: said, message: 'the only element with that text, which is a name now or a hint' }

  const shown = hadSameIcon(target)
    ? undefined
    : onlyOne(candidates.filter(({ fingerprint }) => isShown(bare, fingerprint)))
  if (shown && isFree(shown) && isAtSamePlace(shown))
    return {
      best: shown,
      message: 'the only one whose icon shows what its name said',
      needsNoLikeness: readShown(wanted) === '',
    }

  const partly = onlyOne(candidates.filter((each) => isPartlyCalledSo(each)))
  if (partly && isFree(partly))
    return { best: partly, message: 'the only element with these words in its name' }

  return isOnlyLogo ? { best: logo, message: 'the only link of the logo' } : undefined

  /** The element around the only text that is called so: "Import" and its shortcut, "Widgets" and a badge. */
  function findAround(texts: Of[]): Of | undefined {
    const text = onlyOne(texts.filter(({ fingerprint: { role, name } }) => role === '' && name === ''))
    if (!text || wanted.role === '' || !texts.every((each) => isNested(each, text))) return undefined
    return onlyOne(candidates.filter((each) => each.fingerprint.role === wanted.role && isNested(each, text)))
  }

  /** Where two said the same before, the only one that is left may be the other. */
  function findSynonymous(): { best: Of; message: string } | undefined {
    // The arrow to the next page and the one to the last page mean the same alone.
    if (hadSynonym(target) && !names.some((name) => /\p{L}/u.test(name))) return undefined
    const found = candidates.filter(
      ({ fingerprint }) =>
        !isOnlyRead(fingerprint) &&
        names.some((name) => listNames(fingerprint).some((other) => meansTheSame(name, other))),
    )
    const only = hadSynonym(target) || hadTwin(target) ? undefined : onlyOne(found)
    if (only) return { best: only, message: 'the only element whose name says the same' }
    if (!isPartKnown(target)) return undefined
    const inArea = found.filter(
      ({ fingerprint }) => fingerprint.role === wanted.role && isInSameArea(wanted, fingerprint),
    )
    const first = hadTwin(target) ? undefined : onlyOne(inArea)
    if (first)
      return {
        best: first,
        message: 'of those whose names say the same, the one in the same part of the page',
      }
    const needed = hadTwin(target) ? THRESHOLDS.surroundings : Number.MIN_VALUE
    const beside = onlyOne(
      inArea.filter(({ fingerprint }) => findEvidence(wanted, fingerprint).nearBy >= needed),
    )
    return (
      beside && { best: beside, message: 'of those whose names say the same, the one beside the same texts' }
    )
  }

  /** A redesign changes icons; beside a name that says the same, only that of a company speaks against it. */
  function isFree({ fingerprint }: Of, { isSaid = false } = {}): boolean {
    const evidence = findEvidence(wanted, fingerprint)
    if (evidence.wasNeighbour || evidence.isOtherSite) return false
    const isOfCompany = COMPANIES.test(wanted.glyph) || COMPANIES.test(fingerprint.glyph)
    return (isSaid && !isOfCompany) || !isContradicted(evidence)
  }

  /** A title says what the menu's entry said that led to it. */
  function isOnlyRead(of: Fingerprint): boolean {
    // What has no role is a text.
    return PRESSED.test(wanted.role) && (READ.test(of.role) || roleOf(of) === '')
  }

  function saysSame({ fingerprint }: Of): boolean {
    if (!isOfLikeRole(wanted, fingerprint) || isOnlyRead(fingerprint)) return false
    return listTexts(fingerprint).some((each) => ownTexts.includes(each))
  }

  /** Its name has words of the learned one that no other element has or had, and it has something else in common. */
  function isPartlyCalledSo({ fingerprint }: Of): boolean {
    if (!isOfLikeRole(wanted, fingerprint)) return false
    const [name = '', its = ''] = [names[0], listNames(fingerprint)[0]]
    const common = findCommonParts(name, its)
    if (
      !common?.some(({ words }) => words.some((word) => isOwnWord(target, word) && !isInLabel(target, word)))
    )
      return false
    if (!isOnlyWith(common)) return false
    const { icon, nearBy, sharedKeys } = findEvidence(wanted, fingerprint)
    return isInSamePart(wanted, fingerprint) || icon === 'same' || nearBy > 0 || sharedKeys > 0
  }

  /** It is in the same part of the page, between the same texts, or has a key in common. */
  function isAtSamePlace({ fingerprint }: Of): boolean {
    const { nearBy, sharedKeys } = findEvidence(wanted, fingerprint)
    return isInSamePart(wanted, fingerprint) || nearBy >= THRESHOLDS.surroundings || sharedKeys > 0
  }

  /** Asked once for the same words: a page may have a thousand elements with them. */
  function isOnlyWith(common: Part[]): boolean {
    const words = common.map(({ meaning }) => meaning).join(' ')
    const isOnly =
      isOnlyByWords.get(words) ??
      Boolean(onlyOne(candidates.filter((each) => hasParts(listNames(each.fingerprint)[0] ?? '', common))))
    isOnlyByWords.set(words, isOnly)
    return isOnly
  }
}

/** Without the label of several fields, such as those of the day, the month and the year of one date. */
function listOwnNames({ fingerprint, lookalikes = [] }: Learned): string[] {
  const label = readFieldLabel(fingerprint)
  const isShared = lookalikes
    .map(readLookalike)
    .some((each) => [readFieldLabel(each), toLabel(each.label || each.name)].includes(label))
  return listNames(fingerprint).filter((name) => name !== label || !isShared)
}

/** Whether another field has the word in its label, which the page does not join to it. */
const isInLabel = ({ lookalikes = [] }: Learned, word: string) =>
  lookalikes.some((each) => listMeanings(readFieldLabel(readLookalike(each))).includes(word))

/** The link with the site's logo or name, by the class that nearly every page gives it. */
const isLogo = ({ role, classes }: Fingerprint) => role === 'link' && classes.some((each) => LOGO.test(each))

/** As far as is stored; earlier releases stored nothing of it. */
const hadNoOtherLogo = ({ lookalikes }: Learned) =>
  lookalikes?.every((each) => !isLogo(readLookalike(each))) ?? false

/** Whether another element of its page said what it said somewhere; as far as is stored. */
function hadSameText({ fingerprint, lookalikes = [] }: Learned): boolean {
  const texts = listTexts(fingerprint)
  return lookalikes
    .map(readLookalike)
    .some(
      (each) =>
        !isNested({ fingerprint: each }, { fingerprint }) &&
        listTexts(each).some((text) => texts.includes(text)),
    )
}

/** A name where the learned one had only an icon, or only an icon that shows what its name said. */
function isShown(one: Fingerprint, other: Fingerprint): boolean {
  const [left, right] = [readShown(one), readShown(other)]
  if (left === '') return showsWhatIsSaid(one, right)
  return right === '' && showsWhatIsSaid(other, left)
}

import type { Fingerprint } from '../fingerprint.ts'
import type { Ranked } from './ranker.ts'
import { wordsOf } from './similarity.ts'

/**
 * The second opinion, which weighs by the page instead of by experience: every word, attribute and ancestor is a
 * feature that counts more the fewer candidates have it. "Save" on a page with one Save button decides nearly
 * everything; on a page of twenty rows with one each it decides nearly nothing, and the row around it decides.
 */
export function rankByRarity<Of extends { fingerprint: Fingerprint }>(
  target: Fingerprint,
  candidates: Of[],
): Ranked<Of>[] {
  const wanted = featuresOf(target)
  const present = candidates.map(({ fingerprint }) => featuresOf(fingerprint))
  const weights = new Map<string, number>()
  for (const feature of wanted) {
    const holders = present.reduce((sum, features) => sum + Number(features.has(feature)), 0)
    weights.set(feature, Math.log((candidates.length + 2) / (holders + 1)))
  }
  const own = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const ranked = candidates.map((candidate, index) => {
    let score = 0
    for (const [feature, weight] of weights) if (present[index]!.has(feature)) score += weight
    return { candidate, score: score / own }
  })
  return ranked.toSorted((one, other) => other.score - one.score)
}

const known = new WeakMap<Fingerprint, Set<string>>()

function featuresOf(of: Fingerprint): Set<string> {
  const features = known.get(of) ?? listFeatures(of)
  known.set(of, features)
  return features
}

function listFeatures(of: Fingerprint): Set<string> {
  const whole = {
    name: of.name,
    label: of.label,
    placeholder: of.placeholder,
    text: of.text,
    title: of.title,
  }
  const exact = {
    ...of.ordinal,
    type: of.type,
    role: of.role,
    tag: of.tag,
    id: of.id,
    href: of.href,
    icon: of.icon,
  }
  const features = Object.entries({ ...whole, ...exact, attribute: of.nameAttribute })
    .filter(([, value]) => value !== '')
    .map(([kind, value]) => `${kind} ${String(value).toLowerCase()}`)
  const words = Object.values(whole).flatMap((value) => [...wordsOf(value)])
  const steps = of.xpath.split('/').filter((step) => step.includes('@'))
  return new Set([
    ...features,
    ...words.map((word) => `word ${word}`),
    ...of.testIds,
    ...of.classes.map((each) => `class ${each}`),
    ...[...of.before, ...of.after].map((each) => `beside ${each.toLowerCase()}`),
    ...steps.map((step) => `within ${step}`),
  ])
}

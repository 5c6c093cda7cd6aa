import { findEvidence } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { hashName } from '../in-page/read-name.ts'
import { isDestructive } from '../risk/is-destructive.ts'
import { isInOtherArea, isInSameArea } from './compare-parts.ts'
import { keepsCompany } from './keeps-company.ts'
import { type Learned, wasAnother } from './names.ts'
import { onlyOne } from './only-one.ts'
import { isOfLikeRole } from './role-family.ts'

/**
 * The only candidate that leads where the target alone led. A redesign renames links and moves them; addresses stay, because others
 * lead to them. Where the query is another one, the only one of that path on both pages, if something else is as it was. Another
 * link to the same place may have been added in another part of the page.
 *
 * @param page the candidates in its order
 */
export function findByAddress<Of extends { fingerprint: Fingerprint; row?: string }>(
  target: Learned,
  candidates: Of[],
  page: Of[],
): { best: Of; message: string; isMeant?: boolean } | undefined {
  const { fingerprint: wanted, others } = target
  // Earlier releases stored neither where it leads nor whether others do.
  if (wanted.destination === '' || others === undefined || wanted.destination === HOME) return undefined
  const known = new Set(others)
  const links = candidates.filter(({ fingerprint }) => isOfLikeRole(wanted, fingerprint))
  const same = links.filter(({ fingerprint }) => fingerprint.destination === wanted.destination)
  const inArea = same.filter(({ fingerprint }) => isInSameArea(wanted, fingerprint))
  const best = known.has(hashName('> address')) ? undefined : (onlyOne(same) ?? onlyOne(inArea))
  if (best && isKnown(best, { isExact: true }))
    return { best, message: 'the only element that leads there', isMeant: true }
  if (same.length > 0 || known.has(hashName('> path')) || pathOf(wanted) === '') return undefined
  const ofPath = onlyOne(links.filter(({ fingerprint }) => pathOf(fingerprint) === pathOf(wanted)))
  return ofPath && isKnown(ofPath, { isExact: false })
    ? { best: ofPath, message: 'the only element that leads to that page' }
    : undefined

  function isKnown(candidate: Of, { isExact }: { isExact: boolean }): boolean {
    const { fingerprint } = candidate
    if (isDestructive(fingerprint) && !isDestructive(wanted)) return false
    if (wasAnother(target, candidate)) return false
    const { identity, meansSame, isNameContinued, icon } = findEvidence(wanted, fingerprint)
    if (identity === 1 || meansSame) return true
    if (isInOtherArea(target, fingerprint) && !keepsCompany(target, candidate, page)) return false
    return isExact || isNameContinued || icon === 'same' || (identity ?? 0) >= 0.5
  }
}

const HOME = hashName('/')

/** Empty for a place on the page, and for the home page. */
const pathOf = ({ href }: Fingerprint) => href.split('#')[0]!.replace(/^\/(?:index\.\w+)?$/, '')

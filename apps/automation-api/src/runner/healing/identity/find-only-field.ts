import { isNamesake } from '../find-evidence.ts'
import type { Fingerprint } from '../fingerprint.ts'
import { listMeanings } from '../lexicon/means-the-same.ts'
import { areOtherNames, type Learned, listNames } from './names.ts'
import { onlyOne } from './only-one.ts'

const TYPED_IN = /^(?:textbox|searchbox|combobox)$/
const [searching] = listMeanings('search')

/**
 * The only list or search field of the page where the target was the only one of its page: nothing else is or was there that the
 * action could mean. A lone field for text, a lone upload or a lone box to tick may ask for something else.
 *
 * @param page all that the action could mean
 */
export function findOnlyField<Of extends { fingerprint: Fingerprint }>(
  { fingerprint: wanted, lookalikes }: Learned,
  page: Of[],
): { best: Of; message: string } | undefined {
  // Earlier releases stored no others.
  if (lookalikes?.length !== 0) return undefined
  const best = onlyOne(page)
  if (!best || isNamesake(wanted, best.fingerprint) || areOtherNames(wanted, best.fingerprint))
    return undefined
  const kind = [isList, isSearch].find((is) => is(wanted))
  return kind?.(best.fingerprint)
    ? { best, message: 'the only field that could be meant, as before' }
    : undefined
}

const isList = ({ tag }: Fingerprint) => tag === 'select'

// By its name: what filters a list has the role of one, too.
const isSearch = (of: Fingerprint) =>
  TYPED_IN.test(of.role) &&
  [...listNames(of), of.title].some((name) => listMeanings(name).includes(searching!))

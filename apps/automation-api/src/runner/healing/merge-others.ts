import { OTHERS_LIMIT, type Surveyed } from './collect.ts'
import { hashName } from './in-page/read-name.ts'
import { comparable, type Learned, nameOf } from './identity/names.ts'

/** The surroundings of an element now and before, newest first, without its own current and former names. */
export function mergeOthers(found: Pick<Surveyed, 'fingerprint' | 'others'>, known?: Learned): string[] {
  const own = new Set(
    [found, known].map((each) => each && hashName(comparable(nameOf(each.fingerprint)).exact)),
  )
  const merged = new Set([...found.others, ...(known?.others ?? [])])
  return [...merged].filter((each) => !own.has(each)).slice(0, OTHERS_LIMIT)
}

import type { Authentication } from '../authenticity/authenticity.ts'
import { nameOf } from '../signing/split-message.ts'

/**
 * Whether the author of a message stays authenticated where fields of its header change: one of the DKIM signatures
 * that authenticate the author does not cover them, or none authenticates it anyway.
 *
 * @param fields of the header
 * @param changed the names of the fields, in lower case
 * @param hasNewBody whether the body changes too, which every signature covers
 */
export function keepsAuthor(
  fields: string[],
  { dkim, verdict }: Pick<Authentication, 'dkim' | 'verdict'>,
  changed: ReadonlySet<string>,
  hasNewBody = false,
): boolean {
  const isCounted = ({ result, aligned }: Authentication['dkim'][number]) =>
    result === 'pass' && (aligned || verdict !== 'signed')
  const passed = dkim.filter(isCounted)
  if (passed.length === 0) return true
  if (hasNewBody) return false
  const signatures = fields.filter((field) => nameOf(field) === 'dkim-signature').map(readTags)
  return signatures.some(
    (tags) =>
      passed.some(
        ({ domain, selector }) =>
          domain?.toLowerCase() === tags.get('d')?.toLowerCase() && selector === tags.get('s'),
      ) && !namesIn(tags).some((name) => changed.has(name)),
  )
}

const namesIn = (tags: Map<string, string>): string[] => (tags.get('h') ?? '').toLowerCase().split(':')

/** The tags of a DKIM-Signature field, without the white space in their values. */
function readTags(field: string): Map<string, string> {
  const tags = field.slice(field.indexOf(':') + 1).split(';')
  return new Map(
    tags.map((tag) => {
      const at = tag.indexOf('=')
      return [tag.slice(0, Math.max(at, 0)).trim(), tag.slice(at + 1).replaceAll(/\s/g, '')]
    }),
  )
}

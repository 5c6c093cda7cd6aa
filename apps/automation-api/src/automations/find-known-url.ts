import { fillText } from './variables/fill-text.ts'

/**
 * An address as far as it is known before its variables are filled in; undefined where it depends on them which site
 * it is on.
 */
export function findKnownUrl(url: string): string | undefined {
  const [one, other] = ['a', 'b'].map((value) => URL.parse(fillText(url, () => value)))
  return one && one.origin === other?.origin ? one.href : undefined
}

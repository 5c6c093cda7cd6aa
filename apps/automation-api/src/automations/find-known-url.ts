import { fillText } from './variables/fill-text.ts'

/** The part of a URL that is known before its variables are filled in; undefined where a variable decides the site. */
export function findKnownUrl(url: string): string | undefined {
  const [one, other] = ['a', 'b'].map((value) =>
    URL.parse(
      fillText(
        url,
        () => value,
        () => value,
      ),
    ),
  )
  return one && one.origin === other?.origin ? one.href : undefined
}

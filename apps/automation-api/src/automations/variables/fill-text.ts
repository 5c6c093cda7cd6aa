// `$${name}` stands for a literal `${name}`, so the same pass has to match the escape.
const REFERENCE = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]{0,99})((?:\.[A-Za-z0-9_]{1,100}){0,4})\}/g

/** The value at a path within what has a name, as of `${order.link}`; undefined leaves the text as it is. */
export type PartOf = (name: string, path: string[]) => string | undefined

/** Replaces every `${name}`, and every `${name.part}` that is known; `$${name}` becomes the text `${name}`. */
export function fillText(
  text: string,
  valueOf: (name: string) => string,
  partOf: PartOf = () => undefined,
): string {
  return text.replaceAll(REFERENCE, (reference: string, escape: string, name: string, parts: string) => {
    if (parts === '') return escape ? reference.slice(1) : valueOf(name)
    const part = partOf(name, parts.slice(1).split('.'))
    if (part === undefined) return reference
    return escape ? reference.slice(1) : part
  })
}

// `$${name}` stands for a literal `${name}`, so the same pass has to match the escape.
const REFERENCE = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

/** Replaces every `${name}`; `$${name}` becomes the text `${name}`. */
export function fillText(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(REFERENCE, (reference: string, escape: string, name: string) =>
    escape ? reference.slice(1) : valueOf(name),
  )
}

// `$${name}` stands for a literal `${name}`, so the escape has to be looked for in the same pass.
const REFERENCE = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]{0,99})\}/g

/** Puts something in the place of every `${name}`; `$${name}` is left as the text `${name}`. */
export function fillText(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(REFERENCE, (reference: string, escape: string, name: string) =>
    escape ? reference.slice(1) : valueOf(name),
  )
}

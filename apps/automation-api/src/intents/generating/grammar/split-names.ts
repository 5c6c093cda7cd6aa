const MOST = 20

/** `the title, the author and their price` → title, author, price; undefined where a part is longer than a name. */
export function splitNames(list: string): string[] | undefined {
  const names = list
    .replaceAll(/\s+/g, ' ')
    .split(/ ?, ?(?:(?:and|&) )?| (?:and|&|as well as|plus) /i)
    .map((name) =>
      name
        .trim()
        .replace(/^(?:(?:both|also|the|its|their|an?)\s+)+/i, '')
        .replaceAll(/^["“”]|["“”]$/g, ''),
    )
  const isList = names.length <= MOST && names.every((name) => name !== '' && name.split(/\s+/).length <= 4)
  return isList ? names : undefined
}

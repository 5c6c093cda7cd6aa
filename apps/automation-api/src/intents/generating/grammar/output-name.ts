/** `Product name` → `productName`; a valid name is unchanged. Undefined where the words make no name. */
export function writeOutputName(name: string): string | undefined {
  if (/^[A-Za-z]\w{0,99}$/.test(name)) return name
  const words = name
    .replace(/^(?:the|an?)\s+/i, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z\d_]+/)
    .filter(Boolean)
  const [first = '', ...rest] = words
  const output = `${first.toLowerCase()}${rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}`
  return words.length <= 6 && /^[A-Za-z]\w{0,99}$/.test(output) ? output : undefined
}

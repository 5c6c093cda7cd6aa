/** Replaces NUL and lone surrogates in external text, which Postgres refuses in text and jsonb. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

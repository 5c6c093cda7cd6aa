/** Text from elsewhere may hold NUL or lone surrogates, which Postgres refuses in text and jsonb. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

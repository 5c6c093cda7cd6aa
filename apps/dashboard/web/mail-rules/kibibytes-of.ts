/** What the form shows of a size in bytes; empty for none. */
export const kibibytesOf = (bytes: number | undefined): string =>
  bytes === undefined ? '' : String(Math.round(bytes / 1024))

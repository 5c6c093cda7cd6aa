/** Text that Markdown shows as it stands: no emphasis, code, heading, quote, list, or link with another text than its URL. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>#[\]()]/g, (character) => `\\${character}`)
}

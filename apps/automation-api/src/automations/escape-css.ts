/** Escapes text so that it stands for itself in a selector, as a name and in quotes (CSSOM's `CSS.escape`). */
export function escapeCss(text: string): string {
  return text
    .replaceAll(/[^\w\u0080-\u{10FFFF}-]/gu, (character) =>
      character < ' ' || character === '\u007F' ? hex(character) : `\\${character}`,
    )
    .replace(/^-?\d/, (start) => start.slice(0, -1) + hex(start.slice(-1)))
    .replace(/^-$/, '\\-')
}

const hex = (character: string) => `\\${character.codePointAt(0)!.toString(16)} `

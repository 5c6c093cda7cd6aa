/**
 * A text without the marks that it ends with. `/[marks]+$/` looks at a run of marks in the middle once for each of
 * them; this looks at each character once.
 */
export function trimEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

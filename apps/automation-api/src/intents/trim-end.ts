/**
 * Removes these marks from the end of a text. `/[marks]+$/` scans a run of marks in the middle once for each of them;
 * this function reads each character once.
 */
export function trimEnd(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

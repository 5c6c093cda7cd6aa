/**
 * The first database of a service, and its cells: the same with their own URLs, and named by service and cell, such as
 * `automation/c1`.
 */
export function withCells<First extends { url: string }>(
  first: First,
  service: string,
  cells: { name: string; url: string }[],
): (First & { cell?: string })[] {
  return [first, ...cells.map(({ name, url }) => ({ ...first, url, cell: `${service}/${name}` }))]
}

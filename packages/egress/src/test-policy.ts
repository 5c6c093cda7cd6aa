/** For tests: one row per case out of rows of [description, 'case case case']. */
export function spread<What>(rows: (readonly [What, string])[]): [What, string][] {
  return rows.flatMap(([what, cases]) => cases.split(' ').map((text): [What, string] => [what, text]))
}

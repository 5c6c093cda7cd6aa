import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { rules } from './rules.ts'

/**
 * Finds the imports that break a rule, each as a line: `<rule>: <file> → <file>: <why>`.
 *
 * @param root the repository, or a tree laid out like it
 * @param folders the folders to check
 */
export async function findViolations(
  root: string,
  folders: string[],
): Promise<{ count: number; issues: string[] }> {
  const { output } = await cruise(folders, {
    baseDir: root,
    parser: 'swc',
    tsPreCompilationDeps: true,
    validate: true,
    ruleSet: { forbidden: rules },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  })
  const { summary } = output as ICruiseResult
  const why = new Map(rules.map(({ name, comment }) => [name, comment]))
  const issues = summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}: ${why.get(rule.name)}`,
  )
  return { count: summary.totalCruised, issues: [...new Set(issues)] }
}

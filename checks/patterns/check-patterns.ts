import { globSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBacktracking } from './find-backtracking.ts'
import { listPatterns, type FoundPattern } from './list-patterns.ts'

export interface PatternSources {
  root: string
  /** Globs of the files that run in production. */
  files: string[]
  loaded: string[]
  reviewed: Record<string, string>
}

/** Finds regular expressions in production code that crafted input could make slow. */
export async function checkPatterns({
  root,
  files,
  loaded,
  reviewed,
}: PatternSources): Promise<{ count: number; issues: string[] }> {
  const written: FoundPattern[] = []
  const issues: string[] = []
  for (const file of globSync(files, { cwd: root }).filter(runsInProduction)) {
    const found = listPatterns(path.join(root, file))
    written.push(...found.written.map((each) => ({ ...each, file })))
    if (loaded.includes(file) || file in reviewed) continue
    for (const { line } of found.composed)
      issues.push(
        `${file}:${line} composes a regular expression: name it in checks/patterns/composed-patterns.ts`,
      )
  }
  const patterns = [...written, ...(await loadPatterns(root, loaded))]
  for (const pattern of patterns) {
    const found = findBacktracking(pattern)
    if (found !== undefined)
      issues.push(`${pattern.file}:${pattern.line} /${pattern.source}/${pattern.flags} takes ${found} time`)
  }
  return { count: patterns.length, issues }
}

const runsInProduction = (file: string) =>
  !file.includes('node_modules') && !/\.test\.ts$|\/test-[^/]*$|\/testing\//.test(file)

/** The patterns that modules create when they are loaded. */
async function loadPatterns(root: string, modules: string[]): Promise<FoundPattern[]> {
  const made: FoundPattern[] = []
  const Native = RegExp
  for (const file of modules) {
    globalThis.RegExp = new Proxy(Native, {
      construct(target, args, newTarget) {
        const expression = Reflect.construct(target, args, newTarget) as RegExp
        made.push({ source: expression.source, flags: expression.flags, file, line: 0 })
        return expression
      },
    })
    try {
      await import(pathToFileURL(path.join(root, file)).href)
    } finally {
      globalThis.RegExp = Native
    }
  }
  return made
}

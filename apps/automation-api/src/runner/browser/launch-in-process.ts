// For tests that kill it: a process with its own browser. Sends the ids of all its descendants once a page is in the
// given state.
import { execFileSync } from 'node:child_process'
import { launchBrowser } from './launch-browser.ts'

const [, , state] = process.argv
const browser = await launchBrowser({ isolated: true })
const page = await (await browser.newContext()).newPage()
if (state === 'busy') {
  const begun = page.waitForEvent('console')
  page.evaluate(`console.log('busy'); for (;;);`).catch(() => {})
  await begun
}
if (state === 'loading') {
  const begun = page.waitForEvent('request')
  page.goto('http://127.0.0.1:9/').catch(() => {})
  await begun
}
process.send?.(findDescendants(process.pid))

function findDescendants(of: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n')
  const parents = new Map<number, number>()
  for (const line of lines) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
    if (!line.endsWith(' ps')) parents.set(pid, parent)
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === of || isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

import type { Plugin } from 'rolldown'
import { keepReached } from './keep-reached.ts'

/**
 * Keeps of Playwright what launches and drives browsers: it takes 10 MiB less of a process. It is published as two bundles,
 * one of its own modules and one of its libraries, which also have its command line and its MCP server, and run all of
 * them when they are imported.
 */
export function playwrightInParts(): Plugin {
  let drivers = ''
  return {
    name: 'playwright-in-parts',
    transform(code, id) {
      const [, name] = /\/playwright-core\/lib\/(coreBundle|utilsBundle)\.js$/.exec(id) ?? []
      if (name === undefined) return undefined
      // Its own modules are read first: they import the libraries.
      if (name === 'utilsBundle') return { code: librariesOf(code, drivers), map: null }
      drivers = driversOf(code)
      return { code: drivers, map: null }
    },
  }
}

// Each module is run by a function named after it.
const driversOf = (code: string): string =>
  `${keepReached(code, ['init_inprocess', 'playwright'])}
init_inprocess();
module.exports = { inprocess: { playwright } };`

function librariesOf(code: string, drivers: string): string {
  const uses = drivers.split('\n').filter((line) => line.includes('utilsBundle'))
  const [, list = ''] = /^__export\(utilsBundle_exports, \{$([^]*?)^\}\);$/m.exec(code) ?? []
  const used = [...list.matchAll(/^ {2}(\w+): \(\) => ((\w+).*?),?$/gm)]
    .map(([, name, value, root]) => ({ name, value, root: root! }))
    .filter(({ name }) => uses.some((line) => new RegExp(`\\b${name}\\b`).test(line)))
  if (used.length === 0) throw new Error('Playwright is not bundled as it was')
  const reached = used.map(({ root }) => root)
  return `${keepReached(code, reached)}
module.exports = { ${used.map(({ name, value }) => `${name}: ${value}`).join(', ')} };`
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, RolldownOptions } from 'rolldown'
import { keepPlaces } from './keep-places.ts'
import { bundleDirectory, processes, type BundledProcess } from './processes.ts'
import { playwrightInParts } from './playwright-in-parts.ts'
import { undiciInParts } from './undici-in-parts.ts'
import { withoutSchedules } from './without-schedules.ts'

/**
 * A bundle for each process, at `dist/<process>/main.js` of its app: a few files in place of a thousand modules, so that
 * it starts in a third of the time and needs a third of the memory. `start` and the images run the bundles; tests run the
 * sources.
 *
 * `BUNDLE_SUFFIX` is added to the names of the directories, for a build that is to replace one in use.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url))
const suffix = process.env['BUNDLE_SUFFIX'] ?? ''

// The first reads its own files; openpgp is of the LGPL, and stays a file that everybody can replace. The apps depend on both
// themselves, so that their bundles find them.
const external = ['@sparticuz/chromium', 'openpgp', /\.node$/]

// A character beyond Latin-1 makes V8 keep the whole source with two bytes for each character: 5 MB more of the dispatcher's,
// and 4 MB more of Playwright's.
const inAscii: Plugin = {
  name: 'in-ascii',
  // When nothing writes the strings anew any more.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(/\\\p{ASCII}|\\?(\P{ASCII})/gu, (found, beyond?: string) =>
          beyond === undefined ? found : escaped(beyond),
        )
  },
}

const escaped = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

// An image has the sources of one app.
const present = (Object.keys(processes) as BundledProcess[]).filter((name) =>
  existsSync(path.join(repository, processes[name])),
)

export default present.map((name): RolldownOptions => {
  const directory = path.join(repository, `${bundleDirectory(name)}${suffix}`)
  return {
    input: { main: path.join(repository, processes[name]) },
    platform: 'node',
    external,
    plugins: [keepPlaces(directory), undiciInParts, withoutSchedules, playwrightInParts(), inAscii],
    output: {
      dir: directory,
      format: 'esm',
      sourcemap: true,
      cleanDir: true,
      // V8 keeps the whole source: names stay for stack traces, and the maps have the rest.
      minify: { compress: true, mangle: { keepNames: true }, codegen: true },
    },
  }
})

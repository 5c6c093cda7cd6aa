import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { bundleEntry, environmentOf, processes, type BundledProcess } from '../../bundles/processes.ts'
import { instructionsOf, readDockerfile } from './read-dockerfile.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const stages = await readDockerfile(path.join(root, 'infra/docker/Dockerfile'))
const names = Object.keys(processes) as BundledProcess[]

test('every process has an image, and every image runs a process', () => {
  const images = [...stages.keys()].filter((name) => instructionsOf(stages, name, 'CMD').length > 0)
  expect(images.toSorted()).toEqual(names.toSorted())
})

test.each(names)('no file of the image of %s lets its process become another user', (name) => {
  const runs = instructionsOf(stages, name, 'RUN')
  const installs = runs.findLast((run) => run.includes('apt-get install'))!
  const [, after] = installs.split('apt-get install')
  expect(after).toContain('&& find / -xdev -perm /6000 -type f -exec chmod a-s {} +')
})

test.each(names)('the image of %s has what its process has compiled, as the user that it runs as', (name) => {
  const instructions = stages.get(name)!.instructions
  const user = instructions.indexOf('USER 10001:10001')
  const keeps = instructions.findIndex((line) =>
    line.endsWith(` sh /docker/keep-compiled.sh ${bundleEntry(name)}`),
  )
  const copies = instructions.findIndex((line) => /^COPY --from=\S+ \/source \/app$/.test(line))
  // Before it, the process is not there, and after it nobody may write.
  expect([copies < keeps, keeps < user]).toEqual([true, true])
  expect(instructionsOf(stages, name, 'ENV').join(' ')).toContain('NODE_COMPILE_CACHE=/app/compiled')
})

test.each(names)('the image of %s has no package manager', (name) => {
  const runs = instructionsOf(stages, name, 'RUN')
  const installs = runs.findLastIndex((run) => run.includes('apt-get install'))
  const removes = runs.findIndex((run) => run.endsWith(' sh /docker/remove-package-managers.sh'))
  expect(removes).toBeGreaterThan(installs)
})

test.each(names)('the image of %s has the environment that `start` gives its process', (name) => {
  const variables = instructionsOf(stages, name, 'ENV').join(' ').split(' ')
  const environment = Object.fromEntries(variables.map((variable) => variable.split(/=(.*)/s, 2)))
  expect(environment).toMatchObject(environmentOf(name))
})

describe.each(names)('%s', (name) => {
  test('begins at its bundle, which the stage that its image copies has built', () => {
    expect(JSON.parse(instructionsOf(stages, name, 'CMD').at(-1)!)).toEqual(['node', bundleEntry(name)])
    const copied = instructionsOf(stages, name, 'COPY').map((line) =>
      /^--from=(\S+) \/source \/app$/.exec(line),
    )
    const built = copied.findLast((match) => match !== null)![1]!
    const instructions = stages.get(built)!.instructions
    const bundled = instructions.findIndex((line) =>
      /^RUN rolldown --config \S+rolldown\.config\.ts/.test(line),
    )
    expect(bundled, built).toBeGreaterThan(0)
    const copies = instructions.slice(0, bundled).filter((line) => line.startsWith('COPY'))
    // `.dockerignore` keeps bundles of the machine that builds out, so the stage needs what makes them.
    expect(copies).toContain('COPY infra/bundles infra/bundles')
    // Its app is among the sources by then: a process without sources has no bundle.
    const [pruned] = copies.flatMap((line) => /^COPY --from=(\S+) \/pruned\/full \.$/.exec(line)?.[1] ?? [])
    const app = processes[name].split('/')[1]
    expect(instructionsOf(stages, pruned!, 'RUN').at(-1)).toContain(`turbo prune @waypost/${app} `)
  })
})

import { readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readDockerfile } from './read-dockerfile.ts'

// It imports JSON without saying so, which Node refuses.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } =
  await import('@actions/workflow-parser')
hooks.deregister()

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (name: string) => readFile(path.join(root, '.github/workflows', name), 'utf8')

interface Workflow {
  jobs: Record<string, { needs?: string | string[]; strategy?: { matrix: { target: string[] } } }>
}
const release = parse(await read('release.yml')) as Workflow

test.for(['ci.yml', 'release.yml'])('%s is valid to the forge', async (name) => {
  const file = { name, content: await read(name) }
  const { context, value } = parseWorkflow(file, new NoOperationTraceWriter())
  await convertWorkflowTemplate(context, value!)
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
})

test('a release publishes the image of every process', async () => {
  const stages = await readDockerfile(path.join(root, 'infra/docker/Dockerfile'))
  const images = [...stages].flatMap(([name, { instructions }]) =>
    instructions.some((line) => line.startsWith('CMD ')) ? [name] : [],
  )
  expect(release.jobs.images!.strategy!.matrix.target.toSorted()).toEqual(images.toSorted())
})

test('nothing is published before the version was checked and the tests have passed', () => {
  const needsOf = (job: string): string[] =>
    [release.jobs[job]!.needs ?? []].flat().flatMap((need) => [need, ...needsOf(need)])
  for (const job of ['images', 'npm', 'python', 'release'])
    expect(needsOf(job)).toEqual(expect.arrayContaining(['version', 'test']))
})

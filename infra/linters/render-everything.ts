import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, stringify } from 'yaml'

const run = promisify(execFile)
const manifests = fileURLToPath(new URL('../kubernetes', import.meta.url))

export interface Rendering {
  /** `single`, `production`, or `production with rspamd` */
  name: string
  file: string
}

/**
 * Renders by kubectl what operators apply: each overlay, the production overlay with each component that it does not have, and with all
 * of them. Its migrations are beside it, as they are in the cluster.
 */
export async function renderEverything(): Promise<{ renderings: Rendering[]; remove: () => Promise<void> }> {
  // kustomize takes relative paths only.
  const directory = await mkdtemp(path.join(tmpdir(), 'waypost-manifests-'))
  await cp(manifests, directory, { recursive: true })
  const production = path.join(directory, 'overlays/production')
  const text = await readFile(path.join(production, 'kustomization.yaml'), 'utf8')
  const { components: own } = parse(text) as { components: string[] }
  const further = (await readdir(path.join(directory, 'components'))).filter(
    (name) => !own.includes(`../../components/${name}`),
  )
  const render = async (name: string, resources: string[], components: string[]): Promise<Rendering> => {
    const target = path.join(directory, 'rendered', name)
    await mkdir(target, { recursive: true })
    const kustomization = { resources, components: components.flatMap(componentsOf), namespace: 'waypost' }
    await writeFile(path.join(target, 'kustomization.yaml'), stringify(kustomization))
    const { stdout } = await run('kubectl', ['kustomize', target], { maxBuffer: 2 ** 24 })
    const file = path.join(target, 'rendered.yaml')
    await writeFile(file, stdout)
    return { name, file }
  }
  const above = '../../overlays'
  const all = [`${above}/production`, `${above}/production/migrations`]
  const renderings = [
    await render('single', [`${above}/single`], []),
    await render('production', all, []),
    ...(await Promise.all(further.map((name) => render(`production with ${name}`, all, [name])))),
    await render('production with everything', all, further),
  ]
  return { renderings, remove: () => rm(directory, { recursive: true }) }
}

/** This one has a part of its own for the migrations. */
const componentsOf = (name: string): string[] =>
  [name, ...(name === 'cloudnative-pg' ? [`${name}/migrations`] : [])].map(
    (each) => `../../components/${each}`,
  )

import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  [field: string]: unknown
}

interface PatchTarget {
  kind: string
  /** A regular expression for the whole name, as kustomize reads it. */
  name?: string
}

interface Kustomization {
  apiVersion: string
  kind: 'Kustomization' | 'Component'
  namespace?: string
  resources?: string[]
  components?: string[]
  configMapGenerator?: { name: string; envs: string[] }[]
  images?: { name: string; newName?: string; newTag?: string }[]
  patches?: { path?: string; patch?: string; target?: PatchTarget }[]
}

const known = new Set<string>([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'configMapGenerator',
  'images',
  'patches',
])

/**
 * Renders a directory like `kubectl kustomize`, with the features that ours use, and without the hashes in generated
 * names. Throws if a kustomization uses an unsupported feature.
 */
export async function renderKustomization(
  directory: string,
  inherited: KubernetesObject[] = [],
): Promise<KubernetesObject[]> {
  const text = await readFile(path.join(directory, 'kustomization.yaml'), 'utf8')
  const own = parse(text) as Kustomization
  const unknown = Object.keys(own).filter((field) => !known.has(field))
  if (unknown.length > 0) throw new Error(`${directory}: cannot render ${unknown.join(', ')}`)

  let objects = [...inherited]
  for (const resource of own.resources ?? [])
    objects.push(...(await readResource(path.join(directory, resource))))
  for (const component of own.components ?? [])
    objects = await renderKustomization(path.join(directory, component), objects)
  for (const { name, envs } of own.configMapGenerator ?? []) {
    const data = Object.assign(
      {},
      ...(await Promise.all(envs.map((file) => readEnv(path.join(directory, file))))),
    )
    objects.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: data as unknown })
  }
  for (const patch of own.patches ?? []) {
    const content = patch.patch ?? (await readFile(path.join(directory, patch.path!), 'utf8'))
    objects = applyPatch(objects, parse(content) as KubernetesObject, patch.target)
  }
  for (const object of objects) {
    if (own.namespace) object.metadata.namespace = own.namespace
    for (const image of own.images ?? []) replaceImage(object, image)
  }
  return objects
}

async function readResource(file: string): Promise<KubernetesObject[]> {
  if ((await stat(file)).isDirectory()) return renderKustomization(file)
  return parseAllDocuments(await readFile(file, 'utf8')).map(
    (document) => document.toJS() as KubernetesObject,
  )
}

async function readEnv(file: string): Promise<Record<string, string>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]))
}

function applyPatch(
  objects: KubernetesObject[],
  patch: KubernetesObject,
  target?: PatchTarget,
): KubernetesObject[] {
  const { name } = patch.metadata
  const isMeant = (object: KubernetesObject) =>
    target
      ? object.kind === target.kind && new RegExp(`^(?:${target.name ?? '.*'})$`).test(object.metadata.name)
      : object.kind === patch.kind && object.metadata.name === name
  if (!objects.some(isMeant)) throw new Error(`nothing to patch: ${patch.kind} ${name}`)
  if (patch['$patch'] === 'delete') return objects.filter((object) => !isMeant(object))
  return objects.map((object) => {
    if (!isMeant(object)) return object
    // The object keeps its own name, whatever name the patch has.
    const own = { ...patch, metadata: { ...patch.metadata, name: object.metadata.name } }
    return merge(object, own) as KubernetesObject
  })
}

/**
 * A strategic merge: maps are merged by field, lists of objects by what names them, and `$patch: delete` removes one; other
 * lists are replaced.
 */
function merge(base: unknown, patch: unknown): unknown {
  if (isMap(base) && isMap(patch)) {
    const merged: Record<string, unknown> = { ...base }
    for (const [field, value] of Object.entries(patch)) merged[field] = merge(base[field], value)
    return merged
  }
  const key = keyOf(patch)
  if (key === undefined || key !== keyOf(base)) return patch
  const [items, changes] = [base, patch] as Record<string, unknown>[][]
  const changeOf = (item: Record<string, unknown>) => changes!.find((change) => change[key] === item[key])
  const kept = items!.filter((item) => changeOf(item)?.['$patch'] !== 'delete')
  const added = changes!.filter((change) => !items!.some((item) => item[key] === change[key]))
  return [...kept.map((item) => merge(item, changeOf(item) ?? {})), ...added]
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The field by which the API merges the objects of a list, if it does. */
function keyOf(list: unknown): 'mountPath' | 'name' | undefined {
  if (!Array.isArray(list) || !list.every(isMap)) return undefined
  return (['mountPath', 'name'] as const).find((key) => list.every((item) => key in item))
}

function replaceImage(value: unknown, image: { name: string; newName?: string; newTag?: string }): void {
  if (Array.isArray(value)) for (const item of value) replaceImage(item, image)
  if (!isMap(value)) return
  if (typeof value['image'] === 'string' && value['image'].split(':')[0] === image.name)
    value['image'] = `${image.newName ?? image.name}${image.newTag ? `:${image.newTag}` : ''}`
  for (const item of Object.values(value)) replaceImage(item, image)
}

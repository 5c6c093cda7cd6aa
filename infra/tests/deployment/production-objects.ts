import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderKustomization } from './render-kustomization.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
export const render = (directory: string) =>
  renderKustomization(path.join(root, 'infra/kubernetes', directory))

/** For tests: the objects of the production overlay, with its migrations. */
export const production = [
  ...(await render('overlays/production')),
  ...(await render('overlays/production/migrations')),
]
export const ofKind = (kind: string) => production.filter((object) => object.kind === kind)
export const named = (kind: string, name: string) =>
  ofKind(kind).find((object) => object.metadata.name === name)

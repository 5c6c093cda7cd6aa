import type { App } from '../app.ts'

/** Every `METHOD /path` that the service has, parsed from the router's printed tree. */
export function listRoutes(app: App): string[] {
  const branch: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, segment, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (indent === undefined) return []
      branch.splice(indent.length / 4, Infinity, segment!)
      return (methods?.split(', ') ?? [])
        .filter((method) => method !== 'HEAD')
        .map((method) => `${method} ${branch.join('')}`)
    })
}

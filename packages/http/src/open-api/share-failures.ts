import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'

/** Moves each error that several operations share to `components.responses`, named after its description. */
export function shareFailures(document: OpenApi.Document): OpenApi.Document {
  const failures = Object.values(document.paths!)
    .flatMap((path) => Object.values(path!) as OpenApi.OperationObject[])
    .flatMap(({ responses = {} }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        'content' in response && status >= '400' && response.content?.['application/json']
          ? { responses, status, response }
          : [],
      ),
    )
  const places = Map.groupBy(failures, ({ response }) => JSON.stringify(response))
  const shared: Record<string, OpenApi.ResponseObject> = {}
  // Sorted by description, so that a new operation does not rename existing errors.
  for (const [, same] of [...places].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (same.length === 1) continue
    const name = findName(shared, same[0]!.response.description)
    shared[name] = same[0]!.response
    for (const { responses, status } of same) responses[status] = { $ref: `#/components/responses/${name}` }
  }
  return { ...document, components: { ...document.components, responses: shared } }
}

function findName(taken: object, description: string): string {
  const words = description.match(/[a-zA-Z0-9]+/g) ?? []
  const wanted = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  let name = wanted
  for (let count = 2; name in taken; count++) name = `${wanted}${count}`
  return name
}

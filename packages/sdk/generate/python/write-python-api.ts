import type { ApiDocument, ApiOperation } from '../read-document.ts'
import { callOf, clientOperations } from '../write-api.ts'
import type { Schema } from '../write-type.ts'
import { capitalize, writeComment, withPythonTypes, type PythonTypes } from './create-python-types.ts'

/** `*_api.py`: the shapes of a service by name, and each operation with its input and its response. */
export function writePythonApi(document: ApiDocument): string {
  return withPythonTypes((types) => writeModule(document, types))
}

function writeModule(document: ApiDocument, types: PythonTypes): string {
  for (const [name, schema] of Object.entries(document.components.schemas)) types.declare(name, schema)
  const operations = clientOperations(document).map((named) => {
    const { operation } = named
    const title = capitalize(operation.operationId)
    for (const { name, schema } of (operation.parameters ?? []).filter(
      (parameter) => parameter.in === 'query',
    ))
      if (schema?.enum) types.declare(title + capitalize(name!), schema)
    const body = operation.requestBody && Object.values(operation.requestBody.content)[0]!.schema
    const { method, path, credential, isIdempotent, reads } = callOf(named)
    const [asked, answered] = [writeBody(body), writeAnswer(operation)]
    return `${writeComment(operation.summary, '')}${snake(operation.operationId)}: Operation[${asked}, ${answered}] = Operation(
    "${method}", "${path}", "${snake(credential)}", ${isIdempotent ? 'True' : 'False'}, "${reads}"
)`

    function writeBody(schema: Schema | undefined): string {
      const given = schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema
      const isNothing =
        !given || (given.type === 'object' && given.additionalProperties === false && isEmpty(given))
      return isNothing ? 'None' : types.writeNamed(`${title}Body`, given)
    }

    function writeAnswer({ responses }: ApiOperation): string {
      const answers = Object.entries(responses)
        .filter(([status]) => status < '300')
        .map(([, { content }]) => {
          if (!content) return 'None'
          const [[mediaType, { schema }]] = Object.entries(content) as [[string, { schema: Schema }]]
          return mediaType === 'application/json' ? types.writeNamed(`${title}Answer`, schema) : 'bytes'
        })
      return [...new Set(answers)].join(' | ')
    }
  })
  return `${types.imports()}

from .operation import Operation
${types.source().startsWith('class') ? '\n' : ''}
${types.source()}


${operations.join('\n\n')}
`
}

function isEmpty({ properties = {} }: Schema): boolean {
  return Object.keys(properties).length === 0
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

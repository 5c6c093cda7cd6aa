import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'

const requestSchema = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
  response_format: z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({ strict: z.boolean() }),
  }),
})

export interface Question {
  path: string
  headers: IncomingHttpHeaders
  body: z.infer<typeof requestSchema>
  /** The elements in the last message, as the model reads them; none where it is not about a heal. */
  target: Record<string, unknown>
  candidates: Record<string, unknown>[]
}

export interface ModelServer {
  baseUrl: string
  questions: Question[]
  /** The model's response, or another reaction of the server. */
  answer: (question: Question, response: ServerResponse) => unknown
  close: () => Promise<void>
}

/** For tests: the chat completions of an OpenAI-compatible API, on loopback. */
export async function startModelServer(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    void json(request).then((received) => {
      const question = readQuestion(request.url ?? '', request.headers, received)
      modelServer.questions.push(question)
      const written = modelServer.answer(question, response)
      if (written !== undefined)
        complete(response, typeof written === 'string' ? written : JSON.stringify(written))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo
  const modelServer: ModelServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    questions: [],
    answer: () => '',
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return modelServer
}

function readQuestion(path: string, headers: IncomingHttpHeaders, received: unknown): Question {
  const body = requestSchema.parse(received)
  const content = body.messages.at(-1)?.content ?? ''
  const [, target = '{}', candidates = ''] =
    /^<target>\n(.*)\n<\/target>\n<candidates>\n(.*)\n<\/candidates>$/s.exec(content) ?? []
  const lines = candidates.split('\n').filter(Boolean)
  return { path, headers, body, target: read(target), candidates: lines.map(read) }
}

const read = (line: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(line))

function complete(response: ServerResponse, content: string): void {
  const message = { role: 'assistant', content }
  const body = { id: '1', created: 1, model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
}

import { afterAll } from 'vitest'
import {
  type ModelServer,
  type Question,
  startModelServer,
} from '../../../runner/healing/model/model-server.ts'
import type { GenerationOptions } from '../generate-automation.ts'
import type { GenerationModel } from './generate-with-model.ts'
import type { ModelStep } from './model-step.ts'
import type { testGeneration } from '../test-generation.ts'

export const KEY = 'sk-very-secret-key'
export const TEXT = 'I need to know what the book about fog costs at SITE'

export const none: ModelStep = {
  action: 'done',
  element: null,
  value: null,
  output: null,
  all: null,
  isLast: false,
}
export const step = (given: Partial<ModelStep>): ModelStep => ({ ...none, ...given })

export const promptOf = ({ body }: Question) => body.messages.at(-1)!.content

interface Shown {
  element: number
  role: string
  name?: string
  text?: string
  called?: string
  after?: string
}

/** Reads the shown elements from the prompt, as a model does. */
function readPage(question: Question): Shown[] {
  const [, lines = ''] = /<page address=.*?>\n(.*)\n<\/page>/s.exec(promptOf(question)) ?? []
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Shown)
}

export function find(question: Question, fits: (shown: Shown) => boolean): number {
  const found = readPage(question).find(fits)
  if (!found) throw new Error(`not shown: ${fits} in ${promptOf(question)}`)
  return found.element
}

export type Answer = (question: Question) => unknown

/** For tests: models for the file, and the first step that they take on the site. */
export function testModels(site: Pick<ReturnType<typeof testGeneration>, 'server'>) {
  const servers: ModelServer[] = []

  afterAll(() => Promise.all(servers.map((each) => each.close())))

  /** A model of the test's own, with the options to use it. */
  async function startModel(behave: (server: ModelServer) => ModelServer['answer']) {
    const server = await startModelServer()
    servers.push(server)
    server.answer = behave(server)
    return {
      questions: server.questions,
      options: (model: Partial<GenerationModel> = {}): Partial<GenerationOptions> => ({
        model: { baseUrl: server.baseUrl, model: 'small', apiKey: KEY, timeoutMs: 60_000, ...model },
      }),
    }
  }

  /** A model that gives one response after the other. */
  function answer(...answers: Answer[]) {
    let index = 0
    return startModel(() => (question, response) => {
      const next = answers[index]
      index += 1
      if (next) return next(question)
      response.writeHead(500).end()
      return undefined
    })
  }

  const openShop: Answer = () => step({ action: 'open', value: site.server.url })

  const searchFog: Answer[] = [
    openShop,
    (asked) => step({ action: 'type', element: find(asked, ({ name }) => name === 'Title'), value: 'fog' }),
    (asked) => step({ action: 'click', element: find(asked, ({ name }) => name === 'Search') }),
  ]

  return { startModel, answer, openShop, searchFog }
}

import { afterEach, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../../runner/healing/model/model-server.ts'
import { askForStep } from './ask-for-step.ts'
import { llamaCpp, ollama, openAi, vllm } from './server-shapes.ts'

let model: ModelServer
beforeEach(async () => {
  model = await startModelServer()
})
afterEach(() => model.close())

const step = { action: 'done', element: null, value: null, output: null, all: null, isLast: false }
const json = JSON.stringify(step)

async function ask(body: object) {
  model.answer = (_question, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
    return undefined
  }
  return askForStep(
    { baseUrl: model.baseUrl, model: 'small', timeoutMs: 60_000 },
    { instructions: 'do it', prompt: 'page', count: 1, signal: new AbortController().signal },
  )
}

test.each<[string, object]>([
  ['OpenAI', openAi({ content: json })],
  ['OpenAI, in parts', openAi({ content: [{ type: 'text', text: json }] })],
  ['llama.cpp', llamaCpp({ content: json })],
  ['vLLM', vllm({ content: json })],
  ['vLLM, with the thoughts beside it', vllm({ content: json, more: { reasoning_content: 'The page …' } })],
  ['Ollama', ollama({ content: json })],
  ['Ollama, with the thoughts beside it', ollama({ content: json, more: { reasoning: 'The page …' } })],
  ['llama.cpp, in a fence', llamaCpp({ content: `\`\`\`json\n${json}\n\`\`\`` })],
  ['Ollama, in a fence after a sentence', ollama({ content: `Here it is:\n\`\`\`\n${json}\n\`\`\`\n` })],
  ['vLLM, after its thoughts', vllm({ content: `<think>\nThe page …\n</think>\n\n${json}` })],
])('a step is read with its tokens from an answer of %s', async (_server, body) => {
  expect(await ask(body)).toEqual({ step, tokens: 846 })
})

test.each<[string, object, string]>([
  [
    'a refusal',
    openAi({ content: null, more: { refusal: "I'm sorry, I can't." } }),
    'the model or its server refused',
  ],
  ['a sentence', openAi({ content: "I'm sorry, I can't assist with that." }), 'it was not JSON'],
  ['half a step', llamaCpp({ content: json.slice(0, 30), finish: 'length' }), 'it was cut off'],
  [
    'thoughts that filled the answer',
    vllm({ content: null, finish: 'length', more: { reasoning_content: 'The page …' } }),
    'it was cut off',
  ],
  [
    'a call of a tool',
    vllm({
      content: null,
      finish: 'tool_calls',
      more: {
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'step', arguments: json } }],
      },
    }),
    'it called a tool',
  ],
  ['nothing', ollama({ content: '' }), 'it was empty'],
  [
    'a step in a fence with an unknown action',
    ollama({ content: `\`\`\`json\n${JSON.stringify({ ...step, action: 'fly' })}\n\`\`\`` }),
    'action: ',
  ],
])('%s is refused with its reason', async (_what, body, reason) => {
  await expect(ask(body)).rejects.toThrow(reason)
})

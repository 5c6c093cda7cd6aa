import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

export interface ModelConnection {
  /** Of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
  /** For each answer. */
  timeoutMs: number
}

/** The model, to be asked by the AI SDK. */
export function openModel({ baseUrl, model, apiKey }: ModelConnection) {
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    supportsStructuredOutputs: true,
    // What was meant for one server is not for another.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
  })
  return provider(model)
}

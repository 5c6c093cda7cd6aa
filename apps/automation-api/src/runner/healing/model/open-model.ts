import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

export interface ModelConnection {
  /** Of an OpenAI-compatible API, such as `http://localhost:11434/v1`. */
  baseUrl: string
  model: string
  apiKey?: string | undefined
  /** For each response. */
  timeoutMs: number
}

/** The model in the form of the AI SDK. */
export function openModel({ baseUrl, model, apiKey }: ModelConnection) {
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl.replace(/(?<!\/)\/+$/, ''),
    ...(apiKey !== undefined && { apiKey }),
    supportsStructuredOutputs: true,
    // A request for one server must not be sent to another.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'error' }),
  })
  return provider(model)
}

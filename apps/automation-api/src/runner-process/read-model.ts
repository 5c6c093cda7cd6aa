import type { RunnerEnv } from './runner-process.ts'

/** The configured language model; undefined where the operator has named none. */
export const readModel = ({ LLM_BASE_URL, LLM_MODEL, LLM_API_KEY }: RunnerEnv) =>
  LLM_BASE_URL === undefined || LLM_MODEL === undefined
    ? undefined
    : { baseUrl: LLM_BASE_URL, model: LLM_MODEL, apiKey: LLM_API_KEY, timeoutMs: 10_000, maxCandidates: 15 }

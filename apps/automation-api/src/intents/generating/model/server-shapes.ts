/** For tests: answers in the forms in which servers of chat completions give them, with a step as their content. */

const usage = { prompt_tokens: 812, completion_tokens: 34, total_tokens: 846 }

interface Given {
  content: unknown
  finish?: string
  more?: object
}

/** OpenAI: details of the tokens, and a refusal beside the content. */
export const openAi = ({ content, finish = 'stop', more = {} }: Given) => ({
  id: 'chatcmpl-CgV1m0pVYk2s9d6rQbR4',
  object: 'chat.completion',
  created: 1795790000,
  model: 'gpt-4o-mini-2024-07-18',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null, annotations: [], ...more },
      logprobs: null,
      finish_reason: finish,
    },
  ],
  usage: {
    ...usage,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  },
  service_tier: 'default',
  system_fingerprint: 'fp_507c9469a1',
})

/** llama.cpp's server: the choices first, and how long it took. */
export const llamaCpp = ({ content, finish = 'stop', more = {} }: Given) => ({
  choices: [{ finish_reason: finish, index: 0, message: { role: 'assistant', content, ...more } }],
  created: 1795790000,
  model: 'qwen2.5-7b-instruct-q4_k_m.gguf',
  system_fingerprint: 'b6550-d403f00ec',
  object: 'chat.completion',
  usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } },
  id: 'chatcmpl-qC6laQHbZ2CmxNvJ4NoB1L93LcVF7nfe',
  timings: {
    cache_n: 0,
    prompt_n: 812,
    prompt_ms: 251.51,
    prompt_per_token_ms: 0.31,
    prompt_per_second: 3228.5,
    predicted_n: 34,
    predicted_ms: 488.1,
    predicted_per_token_ms: 14.4,
    predicted_per_second: 69.7,
  },
})

/** vLLM: what is empty is null or an empty list, and a model's thoughts are beside the content. */
export const vllm = ({ content, finish = 'stop', more = {} }: Given) => ({
  id: 'chatcmpl-8e0d5a86d87f4e3cbc78591b49a023aa',
  object: 'chat.completion',
  created: 1795790000,
  model: 'Qwen/Qwen3-8B',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content,
        refusal: null,
        annotations: null,
        audio: null,
        function_call: null,
        tool_calls: [],
        reasoning_content: null,
        ...more,
      },
      logprobs: null,
      finish_reason: finish,
      stop_reason: null,
      token_ids: null,
    },
  ],
  service_tier: null,
  system_fingerprint: null,
  usage: { ...usage, prompt_tokens_details: null },
  prompt_logprobs: null,
  prompt_token_ids: null,
  kv_transfer_params: null,
})

/** Ollama: a short id, and thoughts as `reasoning`. */
export const ollama = ({ content, finish = 'stop', more = {} }: Given) => ({
  id: 'chatcmpl-417',
  object: 'chat.completion',
  created: 1795790000,
  model: 'qwen3:4b',
  system_fingerprint: 'fp_ollama',
  choices: [{ index: 0, message: { role: 'assistant', content, ...more }, finish_reason: finish }],
  usage,
})

import { parentPort } from 'node:worker_threads'

// The functions of a thread. Their arguments are for the functions themselves to define.
export type Calls = Record<string, (...args: never[]) => unknown>

export interface CallRequest {
  name: string
  args: unknown[]
}

/** The result of a call, or the message of its error; the first, empty one means that the thread has started. */
export interface CallAnswer {
  value?: unknown
  error?: string
}

/** In a worker thread: answers each call of `createWorkerThread` with the result of the function of that name. */
export function answerCalls(calls: Calls): void {
  const port = parentPort!
  const answer = async ({ name, args }: CallRequest): Promise<CallAnswer> => {
    try {
      return { value: await calls[name]!(...(args as never[])) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  port.on('message', (request: CallRequest) => {
    void answer(request).then((answered) => port.postMessage(answered, []))
  })
  port.postMessage({} satisfies CallAnswer, [])
}

import { parentPort } from 'node:worker_threads'

// What a thread can be asked for. The arguments are the callee's own affair.
export type Calls = Record<string, (...args: never[]) => unknown>

export interface CallRequest {
  name: string
  args: unknown[]
}

/** What a call gave, or the message of its error; at first an empty one, which says that the thread has started. */
export interface CallAnswer {
  value?: unknown
  error?: string
}

/** In a worker thread: answers each call of `createWorkerThread` with what the function of that name gives. */
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

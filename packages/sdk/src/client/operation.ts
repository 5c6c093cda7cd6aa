/** How an operation is called. */
export interface Operation {
  method: string
  /** `{name}` stands for a parameter. */
  path: string
  /** The credential that the service requires; `either` prefers the key. */
  credential: 'apiKey' | 'token' | 'either'
  /** Whether it accepts an `Idempotency-Key`. */
  isIdempotent?: boolean
  /** How its response is read; JSON by default. */
  reads?: 'json' | 'bytes' | 'stream'
}

/** The input of any operation. */
export interface OperationInput {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined> | undefined
  body?: unknown
}

/** The input of an operation. */
export type InputOf<Operations, Name extends keyof Operations> = Omit<Operations[Name], 'answer'>

/** The response of an operation. */
export type AnswerOf<Operations, Name extends keyof Operations> = Operations[Name] extends {
  answer: infer Answer
}
  ? Answer
  : never

/** Its query, in the form of a list. */
export type QueryOf<Operations, Name extends keyof Operations> = Operations[Name] extends {
  query?: infer Query
}
  ? NonNullable<Query>
  : never

/** Its body, without undefined. */
export type BodyOf<Operations, Name extends keyof Operations> = Operations[Name] extends { body?: infer Body }
  ? NonNullable<Body>
  : never

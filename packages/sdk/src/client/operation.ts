/** How an operation is called. */
export interface Operation {
  method: string
  /** `{name}` stands for a parameter. */
  path: string
  /** What the service asks for; `either` prefers the key. */
  credential: 'apiKey' | 'token' | 'either'
  /** Whether it takes an `Idempotency-Key`. */
  isIdempotent?: boolean
  /** What its answer is read as; JSON where it is not said. */
  reads?: 'json' | 'bytes' | 'stream'
}

/** What an operation takes, whatever it is. */
export interface OperationInput {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined> | undefined
  body?: unknown
}

/** What goes into an operation. */
export type InputOf<Operations, Name extends keyof Operations> = Omit<Operations[Name], 'answer'>

/** What comes out of it. */
export type AnswerOf<Operations, Name extends keyof Operations> = Operations[Name] extends {
  answer: infer Answer
}
  ? Answer
  : never

/** Its query, as a list takes it. */
export type QueryOf<Operations, Name extends keyof Operations> = Operations[Name] extends {
  query?: infer Query
}
  ? NonNullable<Query>
  : never

/** Its body, without the ways to say nothing. */
export type BodyOf<Operations, Name extends keyof Operations> = Operations[Name] extends { body?: infer Body }
  ? NonNullable<Body>
  : never

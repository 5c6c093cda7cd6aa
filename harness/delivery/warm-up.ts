/** The requests that a new process sends before it is measured, while V8 still compiles hot code. */
export const warmUp = 5_000

/** What a fresh process sends before it is measured: until then it is compiling itself. */
export const warmUp = 5_000

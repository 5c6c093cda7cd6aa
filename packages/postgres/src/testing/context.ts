import 'vitest'

/** The values that the run's one server provides to every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the test server. */
    postgresUrl: string
    /** The migrated database that every test file gets a copy of. */
    templateDatabase: string
  }
}

import 'vitest'

/** What the run's one server tells every test file. */
declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser URL of the test server. */
    postgresUrl: string
    /** The migrated database that every test file's own is a copy of. */
    templateDatabase: string
  }
}

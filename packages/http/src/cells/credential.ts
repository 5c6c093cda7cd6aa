/**
 * Whose a request is, as far as that can be read without a database: of an account, of the API key with a hash (in hex), or of
 * an operator who names an account.
 */
export type Credential = `owner ${string}` | `key ${string}` | `operator ${string}`

const tokenForm = /^Bearer +[\w-]+\.([\w-]+)\.[\w-]+$/i
// What Postgres can read.
const subjectForm = /^[\x20-\x7e]{1,255}$/

/** Whether an account can have an id: one that Postgres could not read would fail those that are asked for with it. */
export const isSubject = (text: string): boolean => subjectForm.test(text)

/**
 * The subject that the JWT of a header `Authorization` names, which is not verified: it only decides who is to verify it.
 */
export function readSubject(authorization: string | undefined): string | undefined {
  const [, payload] = tokenForm.exec(authorization ?? '') ?? []
  if (payload === undefined) return undefined
  try {
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown }
    return typeof sub === 'string' && isSubject(sub) ? sub : undefined
  } catch {
    return undefined
  }
}

import type { Encoding } from './page-file.ts'

const preferred: Encoding[] = ['br', 'gzip']

/** Returns the best available encoding that an `Accept-Encoding` header accepts. */
export function chooseEncoding(
  accepted: string | undefined,
  available: Partial<Record<Encoding, unknown>>,
): Encoding | undefined {
  const weights = new Map(
    (accepted ?? '').split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(';')
        .map((parameter) => parameter.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return preferred.find((encoding) => available[encoding] !== undefined && (weights.get(encoding) ?? 0) > 0)
}

import { GenerationFailed } from '../session/failure.ts'
import type { Generation } from '../session/generation.ts'

/** Why a URL can never be opened, or undefined. */
export type AddressCheck = (url: string) => string | undefined

export async function open(generation: Generation, url: string, check: AddressCheck): Promise<void> {
  const filled = generation.fill(url)
  const problem = check(filled)
  if (problem !== undefined) throw new GenerationFailed('address_refused', `The address ${url} ${problem}.`)
  await generation.perform(URL.parse(url)?.host ?? url, { type: 'navigate', url })
}

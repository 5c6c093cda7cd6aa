import type { Generation } from '../session/generation.ts'

/** Goes on in the newest window, or in the first one. */
export async function switchWindow(generation: Generation, to: 'newest' | 'main'): Promise<void> {
  generation.switchWindow('main')
  await generation.perform(to === 'newest' ? 'that is new' : 'that was first', { type: 'switchWindow', to })
  generation.switchWindow(to)
}

import { z } from 'zod'

/** How many deliveries a webhook gets in any second at most. */
export const maxPerSecond = z.int().min(1).max(1000).describe('Deliveries in any second, at most')

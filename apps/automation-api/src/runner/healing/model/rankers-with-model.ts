import { createModelRanker, type ModelRankerOptions } from './rank-by-model.ts'
import { rankByRarity } from '../ranking/rank-by-rarity.ts'
import type { Ranker } from '../ranking/ranker.ts'

/** In this order, because the model's objection must be in the first ranking. */
export function rankersWithModel(options: ModelRankerOptions): Ranker[] {
  return [createModelRanker(options), { name: 'rarity', rank: rankByRarity }]
}

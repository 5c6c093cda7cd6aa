import type { Topology } from './cluster.ts'

/** The URL for alias-api and alias-mail, which otherwise keep generic plans: Citus cannot make them of an INSERT that selects. */
export function processUrl({ url, isDistributed }: Pick<Topology, 'url' | 'isDistributed'>): string {
  return isDistributed ? `${url}?options=-c%20plan_cache_mode%3Dauto` : url
}

/**
 * Settings for every session of the dispatcher. Its queues grow and shrink faster than Postgres updates its statistics,
 * so plans must not depend on row estimates: each query has an index, and uses it.
 */
export const dispatcherSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/**
 * Of every session of the dispatcher. Its queues grow and shrink faster than Postgres counts them, so plans must not
 * depend on how many rows a queue is thought to have: each query has its index, and goes by it.
 */
export const dispatcherSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/**
 * Settings of every session of the service. One generic plan serves all owners. A custom plan would depend on
 * Postgres's estimate for each owner, and for an owner of most rows it would scan everybody's newest rows before
 * reaching his.
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan' }

/**
 * Those of the mail process. Its statements find a batch's rows by their keys, and each session plans them once. A plan that
 * is made while the tables are small must not read all of them, since it is kept when they have grown.
 */
export const mailSettings = {
  ...sessionSettings,
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

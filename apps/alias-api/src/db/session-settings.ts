/**
 * Settings of every session of the service. One generic plan serves all owners. A custom plan would depend on
 * Postgres's estimate for each owner, and for an owner of most rows it would scan everybody's newest rows before
 * reaching his.
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan' }

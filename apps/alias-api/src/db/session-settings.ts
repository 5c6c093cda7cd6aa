/**
 * For every session of the service's. One plan for all owners: Postgres would plan for each by what it thinks of him, and
 * for one whom most rows belong to it would read the newest rows of everybody else before it came to his.
 */
export const sessionSettings = { plan_cache_mode: 'force_generic_plan' }

/** Whether requests to a path are counted, and have a caller. */
export const isLimited = (path: string) => /^\/(api\/v1|api-keys|tokens|held-access)(?=[/?]|$)/.test(path)

/** What a mail's link carries behind the #, where no server ever sees it. */
export const readLinkToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

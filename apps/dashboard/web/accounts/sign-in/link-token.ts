/** The token of an emailed link. It is behind the #, so no server sees it in a URL. */
export const readLinkToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/** Imports WebAuthn with the first passkey that is used: it takes 3 MiB of a process. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
